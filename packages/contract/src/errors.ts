/**
 * Every refusal of the API: its stable code, its HTTP status, and its sentence for people where the operation has no
 * better one.
 */
export const ERRORS = {
  BAD_REQUEST: [400, 'Something in this request is wrong.'],
  BAD_CURSOR: [400, 'This page address is no longer valid. Please load the list again.'],
  CREDENTIALS_MISSING: [400, 'You must provide either an email or phone number and a password'],
  NOTHING_REPORTED: [400, 'You can report exactly one thing at a time.'],
  OWN_THING: [400, 'You cannot report your own content.'],
  WEAK_PASSWORD: [400, 'Please choose a password of at least 8 characters that is not a common one.'],
  BAD_TOKEN: [400, 'This link is no longer valid. Please ask for a new one.'],
  WRONG_CODE: [400, 'This is not the code we sent. Please look again.'],
  CODE_OVER: [400, 'This code is no longer valid. Please ask for a new one.'],
  PASSKEY_REFUSED: [400, 'This passkey could not be used. Please try again, or use another way.'],
  PASSKEY_OVER: [400, 'This took too long. Please try again.'],
  PROVIDER_REFUSED: [400, 'The provider did not confirm that it is you. Please try again.'],
  PROVIDER_OVER: [400, 'This took too long, or was begun on another device. Please begin again.'],
  WALLET_REFUSED: [400, 'This wallet did not sign this message. Please try again.'],
  SESSION_MISSING: [401, 'Auth session missing!'],
  WRONG_CREDENTIALS: [401, 'The email or password is wrong.'],
  EMAIL_NOT_VERIFIED: [403, 'Please verify your email first. We can send the link again.'],
  FOREIGN_ORIGIN: [403, 'This request did not come from the app itself.'],
  NOT_ALLOWED: [403, 'You are not allowed to do this.'],
  OUT_OF_SCOPE: [403, 'This access token is not allowed to do this.'],
  REQUEST_WAITS: [403, 'Please wait for a reply to your message request before you write more.'],
  PROOF_NEEDED: [403, 'Please prove that it is you.'],
  FACTOR_NEEDED: [403, 'Please enter the code from your authenticator app.'],
  WORK_NEEDED: [403, 'This was asked for often. Please try again.'],
  WRONG_PASSWORD: [403, 'This is not your current password.'],
  LEAVING: [403, 'This account is about to be deleted.'],
  SUSPENDED: [403, 'This account is suspended. You can still read and download what is yours.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  SPOT_NOT_FOUND: [404, "The spot you're looking for doesn't exist."],
  POST_NOT_FOUND: [404, 'This post no longer exists.'],
  PERSON_NOT_FOUND: [404, 'This person is no longer here.'],
  DISCUSSION_NOT_FOUND: [404, 'This discussion no longer exists.'],
  CHECK_NOT_FOUND: [404, 'This check was taken back.'],
  COMMENT_NOT_FOUND: [404, 'This comment no longer exists.'],
  MESSAGE_NOT_FOUND: [404, 'This message no longer exists.'],
  THREAD_NOT_FOUND: [404, 'This conversation is no longer here.'],
  LIST_NOT_FOUND: [404, 'This list does not exist, or it is not shared with you.'],
  AREA_NOT_FOUND: [404, 'This area is no longer here.'],
  BULLETIN_NOT_FOUND: [404, 'This notice is over, or was taken down.'],
  DRAFT_NOT_FOUND: [404, 'This draft was shared or deleted.'],
  CREW_NOT_FOUND: [404, 'This crew is not here, or you are not in it.'],
  OBSTACLE_NOT_FOUND: [404, 'This obstacle is no longer here.'],
  MERGE_NOT_FOUND: [404, 'This merge was undone, or is too long ago to be undone.'],
  MEASUREMENT_NOT_FOUND: [404, 'This measurement is no longer here.'],
  SUGGESTION_NOT_FOUND: [404, 'This suggestion is no longer here.'],
  MEDIA_NOT_FOUND: [404, 'This photo or video does not exist.'],
  UPLOAD_NOT_FOUND: [404, 'This upload does not exist or has been removed.'],
  SSO_UNKNOWN: [404, 'No organization with this domain signs in here.'],
  IDENTITY_NOT_FOUND: [404, 'This identity is not linked to your account.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not support that method.'],
  REQUEST_TIMEOUT: [408, 'This took too long to arrive. Please try again.'],
  USERNAME_MISSING: [409, 'Please choose a username.'],
  EMAIL_MISSING: [409, 'This number has no account yet. Please add your email address.'],
  IDENTITY_UNLINKED: [409, 'Somebody already has an account with this address. Sign in to it first.'],
  EMAIL_UNPROVEN: [409, 'The provider has not verified your email address. Sign in with it first.'],
  WALLET_UNLINKED: [
    409,
    'No account is linked to this wallet. Sign in another way, then link it in the settings.',
  ],
  IDENTITY_ALREADY_EXISTS: [409, 'This identity already belongs to the account of somebody else.'],
  SINGLE_IDENTITY_NOT_DELETABLE: [
    409,
    'This is the only way you can sign in. Set a password or link another one first.',
  ],
  USERNAME_TAKEN: [409, 'This username is already taken.'],
  MEDIA_TAKEN: [409, 'One of these files already belongs to a post.'],
  TOO_MANY_LISTS: [409, 'You have as many lists as you can keep. Please delete one first.'],
  LIST_FULL: [409, 'This list has as many spots as it can. Please remove one first.'],
  TOO_MANY_DRAFTS: [409, 'You have as many drafts as you can keep. Please share or delete one first.'],
  TOO_MANY_CREWS: [409, 'You are in as many crews as you can be. Please leave one first.'],
  CREW_FULL: [409, 'This crew has as many members as it can have.'],
  TOO_MANY_INVITATIONS: [409, 'As many people as possible are invited. Please wait for their answers.'],
  TOO_MANY_SUGGESTIONS: [
    409,
    'Your other suggestions here are still open. Please wait for an answer to them.',
  ],
  TOO_MANY_OBSTACLES: [409, 'This spot has as many obstacles as it can have.'],
  AREA_NAME_TAKEN: [409, 'There is an area with this name already.'],
  TOO_MANY_AREAS: [409, 'These are as many areas as there can be.'],
  TOO_MANY_STEWARDS: [409, 'This area has as many stewards as it can have.'],
  TOO_MANY_BULLETINS: [409, 'This area has as many notices as it can have. Please take one down first.'],
  SETTLED: [409, 'A steward has settled this for a while. You can appeal by the link in your mail.'],
  MEDIA_NOT_READY: [409, 'One of these files is still being processed.'],
  TOO_FAR: [409, 'You are too far away from this spot. A photo from today works from anywhere.'],
  PHOTO_TOO_OLD: [409, 'This photo is not from today.'],
  SPOT_MERGED: [409, 'This spot was merged with another one. Please go on there.'],
  SPOTS_DIFFER: [
    409,
    'Not the same people may know of both spots. Their creator can make them the same first.',
  ],
  TOO_FAR_APART: [409, 'These spots are too far apart to be the same place.'],
  IN_PROGRESS: [409, 'The same request is still being processed.'],
  CONFLICT: [409, 'This was changed in the meantime. Please load it again.'],
  GONE: [410, 'This is gone.'],
  STALE: [412, 'This was changed in the meantime. Please load it again.'],
  TOO_LARGE: [413, 'This is larger than allowed.'],
  ADDRESS_TOO_LONG: [414, 'This address is longer than any of ours.'],
  WRONG_TYPE: [415, 'This type of content is not accepted here.'],
  UNPROCESSABLE: [422, 'One of these files could not be processed.'],
  NOT_MEASURABLE: [422, 'These marks cannot be measured. Please set them again.'],
  KEY_REUSED: [422, 'This idempotency key was used for a different request.'],
  PROVIDER_DOWN: [424, 'The provider does not answer right now. Please try again, or use another way.'],
  TOO_MANY: [429, 'That was a bit much at once. Please try again in a moment.'],
  QUOTA: [429, 'The storage for your files is used up for now.'],
  HEADERS_TOO_LARGE: [431, 'The headers of this request are larger than allowed.'],
  INTERNAL: [500, 'Something went wrong. Please try again later.'],
  POSTS_NOT_DELETED: [500, 'Failed to delete associated posts. Please try again.'],
  UNAVAILABLE: [503, 'Nollie is busy right now. Please try again in a moment.'],
  STORAGE_FULL: [507, 'The storage is full. Nothing was saved.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>

/** A stable code of {@link ERRORS}, on which clients may branch. */
export type ErrorCode = keyof typeof ERRORS

/** The body of every refusal (RFC 9457, `application/problem+json`). */
export type ProblemBody = {
  type: 'about:blank'
  title: string
  status: number
  code: ErrorCode
  detail: string
  request_id: string
  /** The error of each field, for forms. */
  fields?: Record<string, string> | undefined
  /** With FACTOR_NEEDED: what the call with the code names. */
  challenge?: string | undefined
  /** With FACTOR_NEEDED: the kinds of second factors that the person has. */
  factors?: readonly string[] | undefined
  /** With SPOT_MERGED: the spot that stayed. */
  spot_id?: string | undefined
}

/** The HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => ERRORS[code][0]

/** The default sentence of a code. */
export const detailOf = (code: ErrorCode): string => ERRORS[code][1]
