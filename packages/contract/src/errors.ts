/** All API errors, each with its stable code, HTTP status, and default message. */
export const ERRORS = {
  BAD_REQUEST: [400, 'Something is wrong with this request.'],
  BAD_CURSOR: [400, 'This page link is no longer valid. Reload the list.'],
  CREDENTIALS_MISSING: [400, 'You must provide either an email or phone number and a password'],
  NOTHING_REPORTED: [400, 'You can only report one thing at a time.'],
  OWN_THING: [400, 'You can’t report your own content.'],
  WEAK_PASSWORD: [400, 'Choose a password of at least 8 characters that isn’t a common one.'],
  BAD_TOKEN: [400, 'This link no longer works. Request a new one.'],
  WRONG_CODE: [400, 'That’s not the code we sent. Check it and try again.'],
  CODE_OVER: [400, 'This code no longer works. Request a new one.'],
  PASSKEY_REFUSED: [400, 'Couldn’t use this passkey. Try again or sign in another way.'],
  PASSKEY_OVER: [400, 'This took too long. Try again.'],
  PROVIDER_REFUSED: [400, 'The provider didn’t confirm that it’s you. Try again.'],
  PROVIDER_OVER: [400, 'This took too long or was started on another device. Start over.'],
  WALLET_REFUSED: [400, 'This wallet didn’t sign the message. Try again.'],
  SESSION_MISSING: [401, 'Auth session missing!'],
  WRONG_CREDENTIALS: [401, 'Wrong email or password.'],
  EMAIL_NOT_VERIFIED: [403, 'Verify your email first. We can send the link again.'],
  FOREIGN_ORIGIN: [403, 'This request didn’t come from the app.'],
  NOT_ALLOWED: [403, 'You don’t have permission to do this.'],
  OUT_OF_SCOPE: [403, 'This access token doesn’t allow this.'],
  REQUEST_WAITS: [403, 'Wait for a reply to your message request before you write more.'],
  PROOF_NEEDED: [403, 'Confirm it’s you.'],
  FACTOR_NEEDED: [403, 'Enter the code from your authenticator app.'],
  WORK_NEEDED: [403, 'Too many requests. Try again.'],
  WRONG_PASSWORD: [403, 'That’s not your current password.'],
  LEAVING: [403, 'This account is scheduled for deletion.'],
  SUSPENDED: [403, 'This account is suspended. You can still read and download your data.'],
  NOT_FOUND: [404, 'There’s nothing at this address.'],
  SPOT_NOT_FOUND: [404, "The spot you're looking for doesn't exist."],
  POST_NOT_FOUND: [404, 'This post no longer exists.'],
  PERSON_NOT_FOUND: [404, 'This person no longer has an account.'],
  DISCUSSION_NOT_FOUND: [404, 'This discussion no longer exists.'],
  CHECK_NOT_FOUND: [404, 'This report was withdrawn.'],
  COMMENT_NOT_FOUND: [404, 'This comment no longer exists.'],
  MESSAGE_NOT_FOUND: [404, 'This message no longer exists.'],
  THREAD_NOT_FOUND: [404, 'This conversation no longer exists.'],
  LIST_NOT_FOUND: [404, 'This list doesn’t exist, or it isn’t shared with you.'],
  AREA_NOT_FOUND: [404, 'This area no longer exists.'],
  BULLETIN_NOT_FOUND: [404, 'This notice has ended or was removed.'],
  MEETUP_NOT_FOUND: [404, 'This session is over, or it isn’t shared with you.'],
  DRAFT_NOT_FOUND: [404, 'This draft was shared or deleted.'],
  CREW_NOT_FOUND: [404, 'This crew doesn’t exist, or you’re not a member.'],
  OBSTACLE_NOT_FOUND: [404, 'This obstacle no longer exists.'],
  MERGE_NOT_FOUND: [404, 'This merge was undone or is too old to undo.'],
  MEASUREMENT_NOT_FOUND: [404, 'This measurement no longer exists.'],
  SUGGESTION_NOT_FOUND: [404, 'This suggestion no longer exists.'],
  MEDIA_NOT_FOUND: [404, 'This photo or video doesn’t exist.'],
  UPLOAD_NOT_FOUND: [404, 'This upload doesn’t exist or was removed.'],
  SSO_UNKNOWN: [404, 'No organization on this server uses this domain.'],
  IDENTITY_NOT_FOUND: [404, 'This sign-in method isn’t linked to your account.'],
  METHOD_NOT_ALLOWED: [405, 'This address doesn’t support that method.'],
  REQUEST_TIMEOUT: [408, 'The request took too long. Try again.'],
  USERNAME_MISSING: [409, 'Choose a username.'],
  EMAIL_MISSING: [409, 'This number has no account yet. Add your email address.'],
  IDENTITY_UNLINKED: [409, 'There’s already an account with this address. Sign in to that account first.'],
  EMAIL_UNPROVEN: [409, 'The provider hasn’t verified your email address. Sign in by email first.'],
  WALLET_UNLINKED: [
    409,
    'No account is linked to this wallet. Sign in another way, then link it in Settings.',
  ],
  IDENTITY_ALREADY_EXISTS: [409, 'This sign-in method is already linked to another account.'],
  SINGLE_IDENTITY_NOT_DELETABLE: [
    409,
    'You can’t remove your only sign-in method. Set a password or link another method first.',
  ],
  USERNAME_TAKEN: [409, 'This username is already taken.'],
  MEDIA_TAKEN: [409, 'One of these files already belongs to a post.'],
  TOO_MANY_LISTS: [409, 'You’ve reached the list limit. Delete one first.'],
  LIST_FULL: [409, 'This list is full. Remove a spot first.'],
  TOO_MANY_DRAFTS: [409, 'You’ve reached the draft limit. Share or delete one first.'],
  TOO_MANY_CREWS: [409, 'You’ve reached the crew limit. Leave one first.'],
  CREW_FULL: [409, 'This crew is full.'],
  TOO_MANY_INVITATIONS: [409, 'This crew has reached its invitation limit. Wait for some replies first.'],
  TOO_MANY_SUGGESTIONS: [409, 'You still have open suggestions here. Wait for a decision on them first.'],
  TOO_MANY_OBSTACLES: [409, 'This spot has reached its obstacle limit.'],
  AREA_NAME_TAKEN: [409, 'There’s already an area with this name.'],
  TOO_MANY_AREAS: [409, 'You’ve reached the area limit.'],
  TOO_MANY_STEWARDS: [409, 'This area has reached its steward limit.'],
  TOO_MANY_BULLETINS: [409, 'This area has reached its notice limit. Remove one first.'],
  TOO_MANY_MEETUPS: [409, 'You’ve reached the session limit. Cancel one first.'],
  MEETUP_FULL: [409, 'This session is full.'],
  MEETUP_OVER: [409, 'This session has ended or was canceled.'],
  SETTLED: [
    409,
    'A steward temporarily locked this spot’s status. You can appeal with the link in your email.',
  ],
  MEDIA_NOT_READY: [409, 'One of these files is still being processed.'],
  TOO_FAR: [409, 'You’re too far away from this spot. You can add a photo from today instead.'],
  PHOTO_TOO_OLD: [409, 'This photo isn’t from today.'],
  SPOT_MERGED: [409, 'This spot was merged with another one. Continue there.'],
  SPOTS_DIFFER: [409, 'These spots have different audiences. Their creator needs to make them match first.'],
  TOO_FAR_APART: [409, 'These spots are too far apart to be the same place.'],
  IN_PROGRESS: [409, 'The same request is still being processed.'],
  PREVIEW_CHANGED: [
    409,
    'Someone changed this file’s source or license. Check the new preview before you import it.',
  ],
  CONFLICT: [409, 'This was changed in the meantime. Reload it.'],
  GONE: [410, 'This no longer exists.'],
  STALE: [412, 'This was changed in the meantime. Reload it.'],
  TOO_LARGE: [413, 'This is too large.'],
  ADDRESS_TOO_LONG: [414, 'This address is too long.'],
  WRONG_TYPE: [415, 'This type of content isn’t accepted here.'],
  AREA_UNKNOWN: [422, 'We don’t know any towns there. Choose another area.'],
  AREA_TOO_LARGE: [422, 'This area is too large to import. Choose a smaller one.'],
  UNPROCESSABLE: [422, 'One of these files couldn’t be processed.'],
  NOT_MEASURABLE: [422, 'We can’t measure with these markers. Adjust them and try again.'],
  KEY_REUSED: [422, 'This idempotency key was used for a different request.'],
  PROVIDER_DOWN: [424, 'The provider isn’t responding. Try again or sign in another way.'],
  TOO_MANY: [429, 'Too many requests. Try again in a moment.'],
  QUOTA: [429, 'You’ve reached your storage limit.'],
  HEADERS_TOO_LARGE: [431, 'The headers of this request are too large.'],
  INTERNAL: [500, 'Something went wrong. Please try again later.'],
  POSTS_NOT_DELETED: [500, 'Failed to delete associated posts. Please try again.'],
  UNAVAILABLE: [503, 'Nollie is busy right now. Try again in a moment.'],
  STORAGE_FULL: [507, 'The server’s storage is full. Nothing was saved.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>

/** A stable code from {@link ERRORS} that clients can branch on. */
export type ErrorCode = keyof typeof ERRORS

/** The body of every error response (RFC 9457, `application/problem+json`). */
export type ProblemBody = {
  type: 'about:blank'
  title: string
  status: number
  code: ErrorCode
  detail: string
  request_id: string
  /** Error messages by field, for forms. */
  fields?: Record<string, string> | undefined
  /** With FACTOR_NEEDED: the challenge that the client sends back with the code. */
  challenge?: string | undefined
  /** With FACTOR_NEEDED: the types of second factors that the person has. */
  factors?: readonly string[] | undefined
  /** With SPOT_MERGED: the id of the spot that remains. */
  spot_id?: string | undefined
}

/** Returns an error code's HTTP status. */
export function getStatus(code: ErrorCode): number {
  return ERRORS[code][0]
}

/** Returns an error code's default message. */
export function getDetail(code: ErrorCode): string {
  return ERRORS[code][1]
}
