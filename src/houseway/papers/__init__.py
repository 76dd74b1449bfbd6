"""The papers: coupons, forms and labels as PDF."""
