"""Letters attached to what the book of approvals says of them: taken in and given out, by page and by API."""

from base64 import b64decode
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, Router, get, post
from litestar.params import FromPath, JSONBody, PathParameter

from houseway.backoffice import attachments
from houseway.backoffice.approvals.attached import attach_letter, letter_named
from houseway.backoffice.approvals.book import BOOK as APPROVALS
from houseway.backoffice.attachments import LARGEST_BYTES, BadFile
from houseway.backoffice.office import Office
from houseway.backoffice.people import Posting
from houseway.backoffice.records import BadOrder
from houseway.web.door import IN_PERSON, OFFICE_READING, Me
from houseway.web.office_api import TheOffice
from houseway.web.office_finding import NotInTheOffice, open_book
from houseway.web.problems import LATER, documented
from houseway.web.session import IN_SESSION

_LOOKING = LATER | {
    400: documented("The request cannot be read."),
    401: documented("Nobody is signed in."),
    404: documented("There is no such letter, or its papers were destroyed."),
    409: documented("The letter is not what was attached."),
    422: documented("The book is not for one's department; the refusal is recorded."),
    503: documented("The journal cannot be used just now; nothing was done."),
}
_ATTACHING = {status: said for status, said in _LOOKING.items() if status not in (404, 409)} | {
    403: documented("The request comes from another site, or lacks the session's X-CSRF-Token."),
    413: documented("The file is too large."),
    415: documented("A request that changes something is sent as application/json."),
    422: documented("Letters are attached by those who enter them; the refusal is recorded."),
}
# Base64 takes four letters for three bytes.
_LONGEST = 4 * (LARGEST_BYTES // 3 + 1)


class LetterGiven(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A letter as it came: a PDF, PNG or JPEG of at most 5 MB, in Base64."""

    content: Annotated[str, msgspec.Meta(min_length=1, max_length=_LONGEST)]


class LetterView(msgspec.Struct, frozen=True, kw_only=True):
    """The hash under which an order names a letter."""

    digest: str


class LetterApi(Controller):
    """Letters."""

    path = "/office/letters"
    tags = ("back office",)

    @post(
        sync_to_thread=True,
        opt=IN_PERSON,
        security=IN_SESSION,
        responses=_ATTACHING,
        summary="Attach a letter",
    )
    def attach(self, office: TheOffice, me: Me, data: JSONBody[LetterGiven]) -> LetterView:
        """Keep a letter, to be named by the order that enters it; one that no order names within a month goes again."""
        try:
            content = b64decode(data.content, validate=True)
            return LetterView(digest=attach_letter(office, content, who=me.credential))
        except BadFile as bad:
            raise BadOrder(str(bad)) from None
        except ValueError:
            raise BadOrder("the content is not in Base64") from None

    @get(
        "/{digest:str}",
        sync_to_thread=True,
        opt=OFFICE_READING,
        media_type="application/pdf",
        responses=_LOOKING,
        summary="A letter",
    )
    def letter(
        self,
        office: TheOffice,
        me: Me,
        digest: Annotated[str, PathParameter(description="The hash of a letter, or how it begins.")],
    ) -> Response[bytes]:
        """A letter as it came, held against its hash."""
        return _letter(office, me, digest)


@get("/office/letters/{digest:str}", sync_to_thread=True)
def download_letter(office: TheOffice, me: Me, digest: FromPath[str]) -> Response[Any]:
    """A letter as it came, to be saved."""
    return _letter(office, me, digest)


def _letter(office: Office, me: Posting, beginning: str) -> Response[bytes]:
    open_book(office, APPROVALS.name, me)
    with office.desk() as desk:
        digest = letter_named(desk.connection, beginning)
        found = attachments.read(desk.connection, digest) if digest else None
    if digest is None or found is None:
        raise NotInTheOffice(f"there is no letter {beginning[:12]!r} here, or its papers were destroyed")
    # It comes from outside: it is saved, and never shown as a page of this house.
    name = f"letter-{digest[:12]}.{found.type.suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(found.content, media_type=found.type.value, headers=headers)


LETTERS = Router(path="/", route_handlers=[download_letter], include_in_schema=False)
