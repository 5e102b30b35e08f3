/**
 * Limits of accounts, apart from the others, which come with every screen. Lengths are in characters, times in the unit of
 * the name.
 */
export const ACCOUNT_LIMITS = {
  /** Minutes in which a code that signs in must be used, and how often it may be typed wrongly. */
  code_minutes: 10,
  code_tries: 5,
  /** Minutes in which a proof of who one is counts. */
  proof_minutes: 10,
  /** Second factors one person may have, and the length of their names. */
  factors_max: 5,
  factor_name_max: 80,
  /** Minutes in which a sign-in waits for the second factor, and how often its code may be wrong. */
  factor_minutes: 10,
  factor_tries: 5,
  recovery_codes: 10,
  /** Days in which a trusted device is not asked for a second factor. */
  trust_days: 30,
  trusted_devices_max: 20,
  /** Hours until whoever lost their factors gets in without them. */
  factor_recovery_hours: 72,
  /** Days after its last use for which a device counts as one where the account was used. */
  used_device_days: 400,
  used_devices_max: 100,
  /** Minutes in which people sign in to a new account on all their devices. */
  new_account_minutes: 60,
  /** Days in which the link "this was not me" of a mail works. */
  not_me_days: 7,
  /** Minutes in which somebody comes back from a provider. */
  provider_minutes: 15,
  /** Days after which an unused session ends, and every session. */
  session_idle_days: 14,
  session_longest_days: 90,
  token_name_max: 80,
  /** Days for which a proven phone number signs in; networks give a number to somebody else 45 days after its end or later. */
  phone_days: 45,
  passkey_name_max: 80,
  /** Passkeys of one person. */
  passkeys_max: 20,
  /** Minutes in which a passkey answers a challenge. */
  passkey_minutes: 15,
  /** Access tokens one person may have. */
  tokens_max: 20,
  /** Days in which a deletion of one's account can be taken back. */
  grace_days: 14,
  /** Days in which a change of address can be undone from the old one. */
  undo_days: 14,
  /** Days in which nobody can take the username of a deleted account. */
  reserved_username_days: 90,
} as const
