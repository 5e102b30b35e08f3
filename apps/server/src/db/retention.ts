import type { Tables } from './tables.ts'

/**
 * How long rows of a table stay:
 * - `stays`: for as long as what they are about, and why that is;
 * - `cleanUp`: some of them pass, and this task of `jobs.every` removes or empties those whose time is over.
 */
export type Retention = { stays: string } | { cleanUp: string; passes: string }

/** Tables that only SQL of migrations writes, and those of tools beside `Tables`. */
type OtherTable =
  | 'cells'
  | 'spot_facets'
  | 'map_state'
  | 'spot_changes'
  | 'spot_video_checks'
  | 'timeline_queue'
  | 'schema_steps'
  | 'schema_lock'

/** The name of the clean-up that the job queue has of its own, every ten minutes. */
export const QUEUE_CLEAN_UP = 'job queue'

/** What runs regularly and removes nothing: the workers of files, who look for what waits and renew their claims. */
export const WORKERS: readonly string[] = ['media work', 'media claims']

const WITH_ACCOUNT = { stays: 'until the account is removed (personal-columns.ts)' }
const WITH_CONTENT = { stays: 'goes with the post, spot, discussion or conversation it belongs to' }
const FOR_MODERATORS = { stays: 'for those who decide (docs/decisions/0030-moderation.md)' }

/**
 * THE list of all tables with how long their rows stay; a test holds it to the database and runs every clean-up. Whoever
 * adds a table says here what becomes of its rows.
 */
export const RETENTION: Readonly<Record<keyof Tables | OtherTable, Retention>> = {
  users: WITH_ACCOUNT,
  accounts: WITH_ACCOUNT,
  profiles: WITH_ACCOUNT,
  preferences: WITH_ACCOUNT,
  person_counts: WITH_ACCOUNT,
  media_turns: WITH_ACCOUNT,
  follows: WITH_ACCOUNT,
  blocks: WITH_ACCOUNT,
  notification_mutes: WITH_ACCOUNT,
  timelines: WITH_ACCOUNT,
  sessions: { cleanUp: 'expired sessions and sign-ups', passes: 'at their end' },
  ended_sessions: { cleanUp: 'expired sessions and sign-ups', passes: 'after thirty days' },
  verifications: { cleanUp: 'expired sessions and sign-ups', passes: 'when the link is void' },
  sign_ups: { cleanUp: 'expired sessions and sign-ups', passes: 'a week after the last of an address' },
  email_changes: {
    cleanUp: 'expired sessions and sign-ups',
    passes: 'a day after it was asked for, or when it cannot be undone any more',
  },
  reserved_usernames: { cleanUp: 'expired sessions and sign-ups', passes: 'after ninety days' },
  account_deletions: { cleanUp: 'accounts to be removed', passes: 'with the account, after the grace' },
  exports: { cleanUp: 'old exports', passes: 'with the file, after a week' },

  posts: { stays: 'until somebody deletes it' },
  post_media: WITH_CONTENT,
  comments: WITH_CONTENT,
  likes: WITH_CONTENT,
  comment_likes: WITH_CONTENT,
  saved_posts: WITH_CONTENT,
  saved_spots: WITH_CONTENT,
  mentions: WITH_CONTENT,
  discussions: { stays: 'until somebody deletes it' },
  discussion_likes: WITH_CONTENT,
  message_threads: WITH_CONTENT,
  message_sides: WITH_CONTENT,
  messages: WITH_CONTENT,
  timeline: { stays: 'goes with the post; no more than a fixed number a person' },
  spots: { cleanUp: 'deleted spots', passes: 'thirty days after they were deleted' },
  spot_edits: WITH_CONTENT,
  spot_hidden_texts: { stays: 'until the decision is taken back, or goes with the spot' },
  cells: { stays: 'sums of the spots there are' },
  spot_facets: { stays: 'an index of the spots there are' },
  map_state: { stays: 'one row' },
  streets: { stays: 'shipped data' },
  street_names: { stays: 'shipped data' },
  street_regions: { stays: 'shipped data' },
  media: { cleanUp: 'media collector', passes: 'when nothing shows it' },

  notifications: { cleanUp: 'old notifications', passes: 'after ninety days' },
  events: { cleanUp: 'old events', passes: 'after two hours' },
  idempotency_keys: { cleanUp: 'old idempotency keys', passes: 'after a day' },
  rate_counts: { cleanUp: 'old rate counts', passes: 'a day after their window' },
  counter_delta: { cleanUp: 'likes and comments fold', passes: 'within a second' },
  person_delta: { cleanUp: 'numbers of people fold', passes: 'within a second' },
  spot_changes: { cleanUp: 'map fold', passes: 'within a second' },
  spot_video_checks: { cleanUp: 'map fold', passes: 'within a second' },
  timeline_queue: { cleanUp: 'timelines', passes: 'within a second' },

  report_cases: FOR_MODERATORS,
  reports: { cleanUp: 'senders of old notices', passes: 'name and address of who has no account' },
  moderation_decisions: FOR_MODERATORS,
  appeals: FOR_MODERATORS,
  moderation_log: FOR_MODERATORS,

  imported_rows: { stays: 'digests, so that a repeated import brings nothing twice and nothing back' },

  schema_steps: { stays: 'what this database is' },
  schema_lock: { stays: 'one row' },
}

/** The same for files that no row speaks of, by their folder in `DATA_DIR`. */
export const FILE_RETENTION: Readonly<Record<string, Retention>> = {
  outbox: { cleanUp: 'old mails of the outbox', passes: 'after thirty days, or with the account' },
}

/** The same for the tables of the job queue, which makes and clears them itself. */
export const QUEUE_RETENTION: Readonly<Record<string, Retention>> = {
  job: { cleanUp: QUEUE_CLEAN_UP, passes: 'a day after it was done; an hour after a mail left' },
  job_common: { cleanUp: QUEUE_CLEAN_UP, passes: 'the part of `job` that holds the rows' },
  job_dependency: { cleanUp: QUEUE_CLEAN_UP, passes: 'not used' },
  queue: { stays: 'one row a kind of job' },
  version: { stays: 'one row' },
  bam: { stays: "a row for each change of the queue's own tables" },
  schedule: { stays: 'not used' },
  subscription: { stays: 'not used' },
  warning: { stays: 'not used' },
  queue_stats: { stays: 'not used' },
}
