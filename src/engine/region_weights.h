/* engine/region_weights.h: made by tests/fit/fit-regions.py (doc/method 2.8): what each feature adds to a region's
 * score. */
/* clang-format off */
[DT_R_saved] = 2.00,
[DT_R_variety] = 6.00,
[DT_R_two_records] = -2.00,
[DT_R_numbers] = -2.50,
[DT_R_data_table] = 2.50,
[DT_R_navigation] = -1.50,
[DT_R_hidden] = -3.50,
[DT_R_late] = -5.00,
[DT_R_against] = -2.50,
[DT_R_in_favour] = 1.50,
[DT_R_varying] = 0.50,
[DT_R_records] = 0.75,
