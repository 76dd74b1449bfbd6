"""Match Play Coupons that a gaming service provider prints and mails to patrons."""
