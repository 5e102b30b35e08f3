import { z } from 'zod'
import { Username } from '../accounts/index.ts'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Mention } from '../mentions/index.ts'
import { Post } from '../posts/index.ts'
import { Cursor, Id, IfMatchHeaders, Moment, Near, Person, IdempotencyHeaders } from '../shapes.ts'
import { OptionalLine, OptionalText, Text } from '../texts.ts'
import { SpotCard } from '../spots/index.ts'
import { issue } from '../sentences.ts'

/** A person's id. */
export const PersonParams = z.object({ user_id: Id })

/** A person's follower, following, and content counts. */
export const PersonCounts = z.object({
  spots_count: z.number().int(),
  posts_count: z.number().int(),
  followers_count: z.number().int(),
  following_count: z.number().int(),
})

/** A profile. An edit sends its `version` in `If-Match`. */
export const Profile = Person.extend({
  bio: z.string().nullable(),
  instagram_url: z.string().nullable(),
  /** The person's hometown, if they show it. */
  home_town: z.string().nullable(),
  is_admin: z.boolean(),
  /** The profile photo's media item. */
  avatar_media_id: Id.nullable(),
  ...PersonCounts.shape,
  /** Whether the viewer follows this person. */
  following: z.boolean(),
  /** Whether the viewer mutes this person. */
  muted: z.boolean(),
  /** The people mentioned by `@name` in `bio`. */
  bio_mentions: z.array(Mention),
  /** Whether this person follows the viewer. */
  follows_you: z.boolean(),
  /** The number of mutual friends, and a few of them by name. */
  mutual: z.object({ count: z.number().int(), people: z.array(Person) }),
  version: z.number().int(),
  created_at: Moment,
  updated_at: Moment,
}).meta({ id: 'Profile' })

/** A profile. */
export type Profile = z.output<typeof Profile>

/** A person in a list of people. */
export const PersonCard = Person.extend({
  bio: z.string().nullable(),
  /** The number of mutual friends. */
  mutual_count: z.number().int(),
  following: z.boolean(),
  follows_you: z.boolean(),
}).meta({ id: 'PersonCard' })

/** A person in a list of people. */
export type PersonCard = z.output<typeof PersonCard>

const BAD_INSTAGRAM = issue`Enter an Instagram username, like @yourname, or a link to a profile.`

/** Converts a name (with or without `@`) or a link to `https://www.instagram.com/<name>`; undefined for other sites. */
export function readInstagram(text: string): string | undefined {
  // Browsers strip tabs and line breaks from URLs, so the URL that opens would differ from the one that was checked.
  if (/[\s\\]/.test(text)) return undefined
  const bare = /^@?([A-Za-z0-9_.]{1,30})$/.exec(text)?.[1]
  if (bare && !/^(www\.)?instagram\.com$/i.test(bare)) return `https://www.instagram.com/${bare}`
  let url: URL
  try {
    url = new URL(/^(www\.)?instagram\.com\//i.test(text) ? `https://${text}` : text)
  } catch {
    return undefined
  }
  const { protocol, hostname, port, username, password, pathname } = url
  if (!['https:', 'http:'].includes(protocol) || port || username || password) return undefined
  if (hostname !== 'instagram.com' && hostname !== 'www.instagram.com') return undefined
  const name = /^\/([A-Za-z0-9_.]{1,30})(\/reels|\/tagged)?\/?$/.exec(pathname)?.[1]
  return name && `https://www.instagram.com/${name}`
}

const InstagramUrl = OptionalText(LIMITS.instagram_url_max).transform((text, context) => {
  if (text === null) return null
  const url = readInstagram(text)
  if (url) return url
  context.addIssue({ code: 'custom', message: BAD_INSTAGRAM })
  return z.NEVER
})

// Names can't contain stacks of accents, or direction marks and zero-width characters, which change how nearby text
// looks.
function isPlain(text: string | null) {
  return text === null || !/[\p{Cf}\p{Co}\p{Cn}]|\p{M}{5}/u.test(text)
}

/** The complete edit form. Empty and blank fields are saved as null. */
export const ProfileEdit = z
  .object({
    full_name: OptionalLine(LIMITS.full_name_max).refine(
      isPlain,
      issue`This contains characters that can’t be shown.`,
    ),
    username: Username,
    bio: OptionalText(LIMITS.bio_max),
    instagram_url: InstagramUrl,
  })
  .meta({ id: 'ProfileEdit' })

/** The result of parsing {@link ProfileEdit}. */
export type ProfileEdit = z.output<typeof ProfileEdit>

function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: Cursor.nullable() })
}

const Paged = z.object({ cursor: Cursor.optional() })

/** Profiles, a person's content, and finding people. */
export const peopleEndpoints = {
  getProfile: endpoint('GET /api/people/:user_id', {
    summary: 'Get a person’s profile. The viewer’s own id returns their own profile.',
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    params: PersonParams,
    answer: Profile,
    errors: ['PERSON_NOT_FOUND'],
  }),
  editProfile: endpoint('PATCH /api/profile', {
    summary:
      'Edit the viewer’s profile. Refused with `STALE` if there is a newer version than the one in `If-Match`. Returns the profile.',
    policy: 'member',
    scope: 'profile:write',
    rate: 'write',
    headers: IfMatchHeaders,
    body: ProfileEdit,
    answer: Profile,
    errors: ['STALE', 'USERNAME_TAKEN'],
  }),
  setHomeTown: endpoint('PUT /api/profile/home-town', {
    summary: 'Show a hometown on the viewer’s profile, or remove it with `null`. Returns the profile.',
    policy: 'member',
    scope: 'profile:write',
    rate: 'write',
    body: z.object({
      home_town: OptionalLine(LIMITS.home_town_max).refine(
        isPlain,
        issue`This contains characters that can’t be shown.`,
      ),
    }),
    answer: Profile,
  }),
  addPicture: endpoint('POST /api/profile/pictures', {
    summary:
      'Set an uploaded photo as the viewer’s profile picture and share it as a post. Returns the profile.',
    policy: 'member',
    scope: 'profile:write',
    rate: 'post',
    headers: IdempotencyHeaders,
    body: z.object({ media_id: Id }),
    answer: Profile,
    status: 201,
    errors: [
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'WRONG_TYPE',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  choosePicture: endpoint('PUT /api/profile/picture', {
    summary: 'Set one of the viewer’s earlier profile pictures as the current one. Returns the profile.',
    policy: 'member',
    scope: 'profile:write',
    rate: 'write',
    body: z.object({ post_id: Id }),
    answer: Profile,
    errors: ['POST_NOT_FOUND'],
  }),
  removePicture: endpoint('DELETE /api/profile/picture', {
    summary:
      'Remove the viewer’s profile picture. Its post stays among their earlier profile pictures. Returns the profile.',
    policy: 'member',
    scope: 'profile:write',
    rate: 'write',
    answer: Profile,
  }),
  listPictures: endpoint('GET /api/people/:user_id/pictures', {
    summary: 'List all of a person’s profile pictures as posts, newest first, in pages',
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    params: PersonParams,
    query: Paged,
    answer: page(Post),
    errors: ['PERSON_NOT_FOUND', 'BAD_CURSOR'],
  }),
  listPersonPosts: endpoint('GET /api/people/:user_id/posts', {
    summary: 'List a person’s posts, newest first, in pages',
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    params: PersonParams,
    query: Paged,
    answer: page(Post),
    errors: ['PERSON_NOT_FOUND', 'BAD_CURSOR'],
  }),
  listPersonSpots: endpoint('GET /api/people/:user_id/spots', {
    summary: 'List the spots that a person shared, newest first, in pages, with the total number of spots',
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    params: PersonParams,
    query: Paged,
    answer: page(SpotCard).extend({ spots_count: z.number().int() }),
    errors: ['PERSON_NOT_FOUND', 'BAD_CURSOR'],
  }),
  findPeople: endpoint('GET /api/people', {
    summary:
      'Search other people by part of a username or name, best matches first, in pages. Returns up to 100 people in total, the same ones that `search` counts. Without `q`, lists everyone, newest first.',
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    query: z.object({ q: OptionalText(LIMITS.search_max).optional(), cursor: Cursor.optional() }),
    answer: page(PersonCard),
    errors: ['BAD_CURSOR'],
  }),
  offerNames: endpoint('GET /api/people/names', {
    summary: `Suggest up to ${LIMITS.names_offered} other people for an \`@name\` mention, by the beginning of their username or name. People the viewer follows come first.`,
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    query: z.object({ q: Text(LIMITS.search_max).pipe(z.string().min(2)) }),
    answer: z.object({ items: z.array(Person) }),
  }),
  suggestPeople: endpoint('GET /api/people/suggestions', {
    summary:
      'Suggest people the viewer doesn’t follow yet. Those followed by people the viewer follows come first, then people who share spots near the viewer’s spots or near a given point. With `fill=active`, people with the most recent posts come next. The newest members come last.',
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    query: z.object({
      /** A position to treat like one of the viewer's own spots; it isn't stored. */
      near: Near.optional(),
      /** Whom to add if there are too few suggestions: the newest members, or those with the most recent posts. */
      fill: z.enum(['new', 'active']).default('new'),
    }),
    answer: z.object({
      items: z.array(PersonCard.extend({ reason: z.enum(['mutual', 'nearby', 'active', 'new']) })),
    }),
  }),
}
