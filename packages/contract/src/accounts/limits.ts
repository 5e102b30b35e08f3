/**
 * Account limits, separate from the others, which are bundled with every screen. Lengths are in characters; times are
 * in the unit of the name.
 */
export const ACCOUNT_LIMITS = {
  /** Minutes until a sign-in code expires, and how many wrong attempts it allows. */
  code_minutes: 10,
  code_tries: 5,
  /** Minutes for which a fresh proof of identity is valid. */
  proof_minutes: 10,
  /** Maximum second factors per person, and maximum length of their names. */
  factors_max: 5,
  factor_name_max: 80,
  /** Minutes a sign-in waits for the second factor, and how many wrong codes it allows. */
  factor_minutes: 10,
  factor_tries: 5,
  recovery_codes: 10,
  /** Days for which a trusted device skips the second factor. */
  trust_days: 30,
  trusted_devices_max: 20,
  /** Waiting period, in hours, before a person who lost their factors can sign in without them. */
  factor_recovery_hours: 72,
  /** Days after its last use during which a device counts as known for the account. */
  used_device_days: 400,
  used_devices_max: 100,
  /** Minutes during which people sign in to a new account on all their devices. */
  new_account_minutes: 60,
  /** Days for which the "this wasn't me" link of an email works. */
  not_me_days: 7,
  /** Minutes allowed for returning from a provider. */
  provider_minutes: 15,
  /** Days after which an unused session expires, and the maximum age of any session. */
  session_idle_days: 14,
  session_longest_days: 90,
  token_name_max: 80,
  /**
   * Days for which a verified phone number can sign in. Carriers reassign a cancelled number after 45 days at the
   * earliest.
   */
  phone_days: 45,
  passkey_name_max: 80,
  /** Maximum passkeys per person. */
  passkeys_max: 20,
  /** Minutes a passkey has to answer a challenge. */
  passkey_minutes: 15,
  /** Maximum access tokens per person. */
  tokens_max: 20,
  /** Days in which an account deletion can be cancelled. */
  grace_days: 14,
  /** Days in which an email change can be undone from the old address. */
  undo_days: 14,
  /** Days for which the username of a deleted account stays reserved. */
  reserved_username_days: 90,
} as const
