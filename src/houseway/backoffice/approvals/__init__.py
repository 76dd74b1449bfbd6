"""Approvals: Rules Submissions, layouts, signs, guides, equipment, places, devices and controls put to the Board."""
