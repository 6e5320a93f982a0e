/* engine/region_weights.h: made by tests/fit/fit-regions.py (doc/method 2.8): what each feature adds to a region's
 * score. */
/* clang-format off */
[DT_R_variety] = 5.16,
[DT_R_two_records] = -2.35,
[DT_R_numbers] = -2.55,
[DT_R_data_table] = 2.63,
[DT_R_headed] = 1.75,
[DT_R_navigation] = -1.71,
[DT_R_hidden] = -3.93,
[DT_R_late] = -4.37,
[DT_R_against] = -2.24,
[DT_R_in_favour] = 1.55,
[DT_R_aside] = -0.58,
[DT_R_varying] = 0.44,
[DT_R_records] = 0.83,
[DT_R_saved] = 2.04,
[DT_R_brief] = -1.39,
[DT_R_plain] = 0.30,
