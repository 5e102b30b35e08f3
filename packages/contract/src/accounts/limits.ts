/**
 * Account limits, in a separate file because the other limits are bundled with every screen. Lengths are in characters;
 * times are in the unit given by the name.
 */
export const ACCOUNT_LIMITS = {
  /** Minutes until a sign-in code expires, and the number of wrong attempts allowed. */
  code_minutes: 10,
  code_tries: 5,
  /** Minutes that a proof of identity stays valid. */
  proof_minutes: 10,
  /** Maximum number of second factors per person, and the maximum length of a factor's name. */
  factors_max: 5,
  factor_name_max: 80,
  /** Minutes that a sign-in waits for the second factor, and the number of wrong codes allowed. */
  factor_minutes: 10,
  factor_tries: 5,
  recovery_codes: 10,
  /** Number of days that a trusted device can skip the second factor, and the maximum number of trusted devices. */
  trust_days: 30,
  trusted_devices_max: 20,
  /** Hours that people who lost their factors must wait before they can sign in without them. */
  factor_recovery_hours: 72,
  /** Days that an account remembers a device after its last use, and the maximum number of devices. */
  used_device_days: 400,
  used_devices_max: 100,
  /** Minutes after sign-up during which signing in on any device is expected and triggers no warning. */
  new_account_minutes: 60,
  /** Days that the "this wasn't me" link in an email works. */
  not_me_days: 7,
  /** Minutes allowed for returning from a provider. */
  provider_minutes: 15,
  /** Days until an unused session expires, and the maximum age of any session. */
  session_idle_days: 14,
  session_longest_days: 90,
  token_name_max: 80,
  /**
   * Days that a verified phone number can be used to sign in. Carriers reassign a canceled number after 45 days at the
   * earliest.
   */
  phone_days: 45,
  passkey_name_max: 80,
  /** Maximum number of passkeys per person. */
  passkeys_max: 20,
  /** Minutes allowed for responding to a passkey challenge. */
  passkey_minutes: 15,
  /** Maximum number of access tokens per person. */
  tokens_max: 20,
  /** Number of days during which an account deletion can be canceled. */
  grace_days: 14,
  /** Number of days during which an email change can be undone from the old address. */
  undo_days: 14,
  /** Days that a deleted account's username stays reserved. */
  reserved_username_days: 90,
} as const
