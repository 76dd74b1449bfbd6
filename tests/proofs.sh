# The sizes of the longer proofs, read by `make proofs`: those of CI, or in full with SIZES=full, which takes hours. One alone is
# changed by its name: make proofs HOUSEWAY_SHOE_ROUNDS=200000.
size() { # name, in CI, in full
	local chosen=$2
	[ "${SIZES:-ci}" != full ] || chosen=$3
	export "$1=${!1:-$chosen}"
}

# Rolls of Craps, rounds of Pai Gow, of each game of twenty-one and of each form of Baccarat, settled a second time from the text.
size HOUSEWAY_CRAPS_ROLLS 1000000 1000000
size HOUSEWAY_ROUNDS 100000 100000
size HOUSEWAY_SHOE_ROUNDS 3000 200000
size HOUSEWAY_BACCARAT_ROUNDS 1500 200000
# Hands of each variant of Poker in two engines at once, and of random play in each variant and structure; of the classes of hands
# every so many are valued a second time; hands looked through at every version with the eyes of a seat and of the public.
size HOUSEWAY_TWIN_HANDS 20 10000
size HOUSEWAY_POKER_HANDS 10 800
size HOUSEWAY_HANDS_STEP 11 1
size HOUSEWAY_BLIND_HANDS 6 200
# Sessions of random play in every game, told in words, with coupons; steps of one on a page; every round at every size of screen.
size HOUSEWAY_SESSIONS 12 100
size HOUSEWAY_THROWN_SESSIONS 2 2
size HOUSEWAY_COUPON_MOVES 400 800
size HOUSEWAY_PAGE_STEPS 60 110
size HOUSEWAY_EVERY_SIZE all all
# The life of coupons: walks of so many events, clean days, coupons printed and read back, rivals for the same ones and kills among them.
size HOUSEWAY_COUPON_WALKS 4 4
size HOUSEWAY_COUPON_EVENTS 60000 250000
size HOUSEWAY_CLEAN_DAYS 1000 1000
size HOUSEWAY_COUPONS 2000 2000
size HOUSEWAY_REDEEMERS 6 64
size HOUSEWAY_REDEEMED_COUPONS 24 1000
size HOUSEWAY_KILLS 6 64
# Days of deadlines, sequences of orders against the policy, whose rights are tried at every route.
size HOUSEWAY_CALENDAR_DAYS 1096 1096
size HOUSEWAY_POLICY_SEQUENCES 400 100000
size HOUSEWAY_POSITIONS some all
# Made-up requests to each of the API's routes (560 are 20,000 in all), and paytables compared on a page.
size HOUSEWAY_REQUESTS 12 560
size HOUSEWAY_PAYTABLES 1 1
# Instants at which a house is killed and a demo is cut off; every so-manieth call to the storage of a day fails, 1 is each of them.
size HOUSEWAY_POWER_CUTS 6 50
size HOUSEWAY_DEMO_CUTS 2 2
# Days that are killed on SQLite, servers that are killed beside another on PostgreSQL, states of a disk that lost its power.
size HOUSEWAY_KILLED_DAYS 20 1000
size HOUSEWAY_KILLED_SERVERS 6 200
size HOUSEWAY_POWER_STATES 300 10000
size HOUSEWAY_FAILING_CALLS 3 1
# Edits planted in a record, honest journals that nobody may suspect, entries among which a round is found.
size HOUSEWAY_EDITS 300 10000
size HOUSEWAY_CLEAN_JOURNALS 100 1000
size HOUSEWAY_ENTRIES 1000000 1000000
# What happens in a house that is simulated from one seed; years of a busy house, whose pages and papers are then looked at.
size HOUSEWAY_SIMULATED_EVENTS 5000 1000000
size HOUSEWAY_BENCH_YEARS 0.08 10
# The house under load (`make reliability`): entries of its record, moves of its day.
size HOUSEWAY_BENCH_ENTRIES 20000 1000000
size HOUSEWAY_BENCH_DAY_MOVES 5000 50000
