"""The people of the demo property: everyone's position, enough of them to staff every live table, and who signs what."""

from datetime import date

from houseway.backoffice.people import Position, Posting

PROPERTY = "Keystone Meadows"

# Table games came to Pennsylvania in July 2010, and everyone has been here from the first day on.
_SINCE = date(2010, 7, 8)


def _employed(credential: str, name: str, position: Position) -> Posting:
    person = name.lower().replace(" ", "-")
    return Posting(person=person, credential=credential, name=name, position=position, since=_SINCE)


DEALERS = (
    _employed("PA-1001", "Dana Whitlock", Position.DEALER),
    _employed("PA-1002", "Iris Mendel", Position.DEALER),
    _employed("PA-1101", "Owen Castle", Position.DEALER),
    _employed("PA-1102", "Priya Raman", Position.DEALER),
    _employed("PA-1103", "Hana Kowalski", Position.DEALER),
    _employed("PA-1104", "Luis Ortega", Position.DEALER),
    _employed("PA-1105", "Bea Thornton", Position.DEALER),
    _employed("PA-1106", "Amir Nazari", Position.DEALER),
    _employed("PA-1107", "Cora Jensen", Position.DEALER),
    _employed("PA-1108", "Eli Marsh", Position.DEALER),
    _employed("PA-1109", "Nina Vargas", Position.DEALER),
    _employed("PA-1110", "Gus Whitaker", Position.DEALER),
    _employed("PA-1111", "Mara Lindholm", Position.DEALER),
    _employed("PA-1112", "Theo Barnes", Position.DEALER),
    _employed("PA-1113", "Sana Iqbal", Position.DEALER),
    _employed("PA-1114", "Rory Caldwell", Position.DEALER),
    _employed("PA-1115", "June Okoye", Position.DEALER),
    _employed("PA-1116", "Felix Aldana", Position.DEALER),
    _employed("PA-1131", "Ines Moreau", Position.DEALER),
    _employed("PA-1132", "Dario Klein", Position.DEALER),
)
FLOORPERSONS = (
    _employed("PA-1003", "Tom Okafor", Position.FLOORPERSON),
    _employed("PA-1006", "Samir Haddad", Position.FLOORPERSON),
    _employed("PA-1201", "Judith Crane", Position.FLOORPERSON),
    _employed("PA-1202", "Pete Malone", Position.FLOORPERSON),
    _employed("PA-1203", "Vera Stokes", Position.FLOORPERSON),
    _employed("PA-1211", "Hugo Lamont", Position.FLOORPERSON),
    _employed("PA-1212", "Rita Calloway", Position.FLOORPERSON),
)
STAFF = (
    *DEALERS,
    *FLOORPERSONS,
    _employed("PA-1004", "Grace Lindqvist", Position.PIT_MANAGER),
    _employed("PA-1005", "Rosa Delgado", Position.BOXPERSON),
    _employed("PA-1007", "Lena Fischer", Position.ASSISTANT_SHIFT_MANAGER),
    _employed("PA-1008", "Marcus Boyd", Position.SHIFT_MANAGER),
    _employed("PA-1009", "Yolanda Price", Position.DIRECTOR_OF_TABLE_GAMES),
    _employed("PA-2001", "Paul Reyes", Position.FINANCE_SUPERVISOR),
    _employed("PA-2002", "Ken Adeyemi", Position.FINANCE_CLERK),
    _employed("PA-2003", "Sofia Russo", Position.FINANCE_CLERK),
    _employed("PA-2004", "Ruth Abrams", Position.DIRECTOR_OF_FINANCE),
    _employed("PA-3001", "Mina Sato", Position.MARKETING_REPRESENTATIVE),
    _employed("PA-3002", "Leo Grant", Position.MARKETING_REPRESENTATIVE),
    _employed("PA-3003", "Carla Nunez", Position.MARKETING_SUPERVISOR),
    _employed("PA-3004", "Victor Hale", Position.DIRECTOR_OF_MARKETING),
    _employed("PA-4001", "Walt Brennan", Position.SECURITY_OFFICER),
    _employed("PA-4002", "Joy Mbeki", Position.SECURITY_OFFICER),
    _employed("PA-4003", "Frank Novak", Position.SECURITY_SUPERVISOR),
    _employed("PA-5001", "Nadia Petrov", Position.SURVEILLANCE_OPERATOR),
    _employed("PA-5002", "Hugh Carver", Position.SURVEILLANCE_SUPERVISOR),
    _employed("PA-6001", "Henry Vogel", Position.AUDITOR),
    _employed("PA-6002", "Alice Tran", Position.DIRECTOR_OF_AUDIT),
    _employed("PA-7001", "Ola Nwosu", Position.SYSTEMS_ADMINISTRATOR),
    _employed("PA-7002", "Bert Lowell", Position.DIRECTOR_OF_SYSTEMS),
    _employed("PA-8001", "Eve Costa", Position.COMPLIANCE_REPRESENTATIVE),
    _employed("PA-8002", "Noel Barrett", Position.COMPLIANCE_SUPERVISOR),
)

# By their part in the demo's paperwork; whoever hands something out is never the one who counts it.
DEALER, SECOND_DEALER = "PA-1001", "PA-1002"
FLOORPERSON = "PA-1003"
PIT_MANAGER = "PA-1004"
ASSISTANT_SHIFT_MANAGER = "PA-1007"
SHIFT_MANAGER = "PA-1008"
DIRECTOR = "PA-1009"
FINANCE, SECOND_FINANCE = "PA-2001", "PA-2004"
CLERK, SECOND_CLERK = "PA-2002", "PA-2003"
PROMOTER = "PA-3001"
MARKETING, SECOND_MARKETING = "PA-3003", "PA-3004"
SECURITY = "PA-4001"
SURVEILLANCE = "PA-5001"
AUDITOR, SECOND_AUDITOR = "PA-6001", "PA-6002"
COMPLIANCE = "PA-8001"
COMPLIANCE_SUPERVISOR = "PA-8002"
