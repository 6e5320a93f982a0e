/* grid/measure_weights.h: what each feature adds to the logit of data (doc/method 2.15); tests/fit/fit-tables.py fits
 * it.
 */
/* clang-format off */
[DT_T_constant] = -3.60,
[DT_T_head] = 3.60,
[DT_T_set_apart] = 2.00,
[DT_T_markup] = 0.50,
[DT_T_columns] = 1.80,
[DT_T_typed] = 2.20,
[DT_T_long_] = -0.50,
[DT_T_blocks] = -2.60,
[DT_T_nested] = -6.00,
[DT_T_controls] = -0.80,
[DT_T_texts] = -2.30,
[DT_T_pictures] = -2.20,
[DT_T_empty] = -1.50,
[DT_T_pattern] = 0.40,
[DT_T_gaps] = -1.10,
[DT_T_turns] = -4.80,
