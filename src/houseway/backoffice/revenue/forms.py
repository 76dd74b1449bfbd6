"""The papers of table accounting: slips, count sheets, the master game report and the tax return."""

from houseway.backoffice.revenue.count_sheet import COUNT_SHEET
from houseway.backoffice.revenue.master_game_report import MASTER_GAME_REPORT
from houseway.backoffice.revenue.slips import SLIPS
from houseway.backoffice.revenue.tax_return import TAX_RETURN

FORMS = (*SLIPS, COUNT_SHEET, MASTER_GAME_REPORT, TAX_RETURN)
