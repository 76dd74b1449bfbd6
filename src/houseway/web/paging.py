"""Pages of a list as the API answers with them: how many are asked for at once, and the way to those that follow."""

from typing import Annotated, Any, TypeVar
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
        value="",
        documentation_only=True,
        required=False,
        description='The address of the next page, as <address>; rel="next"; none after the last one.',
    ),
)


def answer_page(
    request: Request[Any, Any, Any], items: One, following: int | None, *, by: str = "skip"
) -> Response[One]:
    """A page as the API answers with it: a Link leads to the next one, by the query's parameter `by`."""
    answer = Response(items)
    if following is not None:
        query = {**dict(request.query_params), by: following}
        answer.headers["Link"] = f'<{request.url.path}?{urlencode(query)}>; rel="next"'
    return answer
