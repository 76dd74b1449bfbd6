"""The back office: people and duties, coupons, equipment, credit, revenue, retention and approvals."""
