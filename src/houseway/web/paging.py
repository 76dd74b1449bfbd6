"""Pages of a list: at most so many of it at once, and how to ask for those that follow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

from litestar import Request, Response
from litestar.datastructures import ResponseHeader
from litestar.params import QueryParameter

MOST = 500
One = TypeVar("One")

Skip = Annotated[int, QueryParameter(ge=0, le=2**53 - 1, description="Leave out so many, from the first on.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST, description="At most so many at once.")]
# What an answer that is a page of a list says, for the API's document.
LINKED = (
    ResponseHeader(
        name="Link",
        documentation_only=True,
        required=False,
        description='The address of the next page, as <address>; rel="next"; none after the last one.',
    ),
)


@dataclass(frozen=True, slots=True)
class Page(Generic[One]):
    """A page of a list, and how many to leave out for the next one; none follows the last."""

    items: tuple[One, ...]
    following: int | None


def page_of(every: Sequence[One], skip: int, limit: int) -> Page[One]:
    """The page of a list after so many."""
    items = tuple(every[skip : skip + limit])
    following = skip + limit if len(every) > skip + limit else None
    return Page(items, following)


def answer_page(
    request: Request[Any, Any, Any], items: One, following: int | None, *, by: str = "skip"
) -> Response[One]:
    """A page as the API answers with it: a Link leads to the next one, by the query's parameter `by`."""
    answer = Response(items)
    if following is not None:
        query = {**dict(request.query_params), by: following}
        answer.headers["Link"] = f'<{request.url.path}?{urlencode(query)}>; rel="next"'
    return answer
