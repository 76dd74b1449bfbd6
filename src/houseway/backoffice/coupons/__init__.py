"""Match Play Coupons: their whole life from the printer to the drop box (603a.20, 603a.21)."""
