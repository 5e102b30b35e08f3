/**
 * What account deletion does to rows that refer to the person:
 * - `removed`: deletes them, whether or not the person's content stays;
 * - `removed with content`: deletes them unless the person's content stays;
 * - `emptied`: sets the column to null; `emptied with content`: the same unless the person's content stays;
 * - `with its owner`: deletes them together with another row (`why` says which);
 * - `with the account`: deletes them through their foreign key to the account's row; they stay if the account's row
 *   stays.
 */
export type RetentionRule =
  | 'removed'
  | 'removed with content'
  | 'emptied'
  | 'emptied with content'
  | 'with its owner'
  | 'with the account'

/** A column that identifies a person. */
export type PersonalColumn = {
  rule: RetentionRule
  why?: string
  /** The archive file with these rows. Null if `why` gives a reason, or another column's file includes them. */
  archive: string | null
  /** Columns that the archive omits: secrets, and values derived from other columns. */
  omit?: readonly string[]
  /** A column that identifies another person. The archive adds their username. */
  other?: string
}

/**
 * All columns that identify a person, as `table.column`, and how account deletion affects them. A test compares the
 * list with the database (docs/decisions/0024-account-deletion.md).
 */
export const PERSONAL_COLUMNS: Readonly<Record<string, PersonalColumn>> = {
  'sessions.user_id': { rule: 'removed', archive: 'sessions', omit: ['token'] },
  'access_tokens.user_id': { rule: 'removed', archive: 'access-tokens', omit: ['token'] },
  'phones.user_id': { rule: 'removed', archive: 'phone' },
  'push_devices.user_id': { rule: 'removed', archive: 'push-devices', omit: ['endpoint', 'p256dh', 'auth'] },
  'ads.created_by': { rule: 'emptied', why: 'the ad belongs to the place it names', archive: null },
  'push_settings.user_id': { rule: 'removed', archive: 'push-settings' },
  'push_queue.user_id': { rule: 'removed', why: 'deleted within a minute', archive: null },
  'digest_settings.user_id': { rule: 'removed', archive: 'digest-settings', omit: ['digest_begun'] },
  'spots_near.user_id': { rule: 'removed', archive: 'new-spots-near' },
  'passkeys.user_id': { rule: 'removed', archive: 'passkeys', omit: ['credential_id', 'public_key'] },
  'ended_sessions.user_id': {
    rule: 'removed',
    why: 'useless once the account is deleted',
    archive: null,
  },
  'accounts.user_id': {
    rule: 'with the account',
    archive: 'sign-in-methods',
    omit: [
      'password',
      'access_token',
      'refresh_token',
      'id_token',
      'access_token_expires_at',
      'refresh_token_expires_at',
      'scope',
    ],
  },
  'factors.user_id': { rule: 'removed', archive: 'factors', omit: ['last_step'] },
  'recovery_codes.user_id': { rule: 'removed', why: 'hashes, useless to anyone', archive: null },
  'factor_challenges.user_id': { rule: 'removed', why: 'deleted within an hour', archive: null },
  'used_devices.user_id': { rule: 'removed', archive: 'used-devices', omit: ['device'] },
  'trusted_devices.user_id': { rule: 'removed', archive: 'trusted-devices', omit: ['token'] },
  'factor_recoveries.user_id': { rule: 'removed', archive: 'factor-recoveries' },
  'provider_requests.user_id': { rule: 'removed', why: 'deleted within an hour', archive: null },
  'verifications.value': { rule: 'with its owner', why: 'deleted with the account', archive: null },
  'email_changes.user_id': { rule: 'removed', archive: 'email-changes' },
  'preferences.user_id': { rule: 'removed', archive: 'preferences' },
  'account_deletions.user_id': { rule: 'with the account', archive: null },
  'exports.user_id': { rule: 'removed', archive: null },
  'idempotency_keys.user_id': { rule: 'removed', why: 'responses, stored for a day', archive: null },
  'profiles.user_id': { rule: 'with the account', why: 'in account.json', archive: null },
  'person_counts.user_id': {
    rule: 'with the account',
    why: 'counts of rows that the archive has',
    archive: null,
  },
  'person_delta.user_id': {
    rule: 'with its owner',
    why: 'a queue that is emptied within a second',
    archive: null,
  },
  'counter_delta.user_id': {
    rule: 'with its owner',
    why: 'a queue that is emptied within a second',
    archive: null,
  },

  'media.owner_id': {
    rule: 'with its owner',
    why: 'files are deleted with the last post that shows them',
    archive: 'media',
    omit: ['claim', 'due_at', 'largest_pending', 'picture_hash'],
  },
  'media_turns.owner_id': { rule: 'with the account', why: 'the order of processing', archive: null },
  'spots.created_by': {
    rule: 'emptied with content',
    why: 'a spot where others posted stays; other spots are deleted with their posts',
    archive: 'spots',
    omit: ['search_name', 'search_text', 'search_place', 'qk', 'deleted_by', 'description_by'],
  },
  'spots.description_by': {
    rule: 'with its owner',
    why: 'the description is deleted with their content; the spot stays',
    archive: null,
  },
  'spot_hidden_texts.description_by': {
    rule: 'with its owner',
    why: 'the description is deleted with their content',
    archive: null,
  },
  'spots.deleted_by': { rule: 'emptied with content', archive: null },
  'spot_edits.user_id': { rule: 'emptied with content', archive: 'spot-edits' },
  'spot_merges.merged_by': {
    rule: 'emptied',
    why: 'the creator of either spot can undo the merge; the archive has it in spot-edits',
    archive: null,
  },
  'merge_moves.user_id': {
    rule: 'removed',
    why: 'the list that gets a spot back when a merge is undone; kept for 30 days',
    archive: null,
  },
  'twin_pairs.decided_by': { rule: 'emptied', archive: 'dismissed-twins' },
  'posts.user_id': {
    rule: 'with its owner',
    why: 'posts are deleted one by one, because of their files and covers',
    archive: 'posts',
  },
  'comments.user_id': { rule: 'removed with content', archive: 'comments' },
  'discussions.user_id': {
    rule: 'removed with content',
    why: "deleted with other people's comments, like posts",
    archive: 'discussions',
    omit: ['search_text'],
  },
  'discussion_likes.user_id': { rule: 'removed', archive: 'discussion-likes' },
  'likes.user_id': { rule: 'removed', archive: 'likes' },
  'fact_suggestions.user_id': {
    rule: 'emptied',
    why: 'spot details are not personal texts, and their history stays complete',
    archive: 'fact-suggestions',
  },
  'fact_suggestions.steward_id': { rule: 'with the account', why: 'decisions are kept', archive: null },
  'fact_votes.user_id': { rule: 'removed', archive: 'fact-votes' },
  'measurements.user_id': {
    rule: 'emptied',
    why: 'a measurement is deleted with its photo',
    archive: 'measurements',
  },
  'drafts.user_id': { rule: 'removed', archive: 'drafts' },
  'area_stewards.user_id': { rule: 'removed', archive: 'steward-of' },
  'area_stewards.named_by': { rule: 'with the account', why: 'the appointment is kept', archive: null },
  'area_follows.user_id': { rule: 'removed', archive: 'followed-areas' },
  'area_updates.user_id': { rule: 'removed', archive: 'changes-in-areas' },
  'bulletins.user_id': {
    rule: 'emptied',
    why: 'a bulletin belongs to its area, and ends soon',
    archive: 'bulletins',
  },
  'spot_settlements.user_id': {
    rule: 'emptied',
    why: 'decisions are kept, like those of moderators',
    archive: 'spot-settlements',
  },
  'checks.user_id': { rule: 'removed', archive: 'checks' },
  'bust_reports.user_id': { rule: 'removed', archive: 'bust-reports' },
  'saved_posts.user_id': { rule: 'removed', archive: 'saved-posts' },
  'saved_spots.user_id': { rule: 'removed', archive: 'saved-spots' },
  'lists.user_id': { rule: 'removed', archive: 'lists' },
  'comment_likes.user_id': { rule: 'removed', archive: 'comment-likes' },
  'mentions.user_id': { rule: 'removed', why: "names in other people's texts", archive: null },

  'follows.follower_id': { rule: 'removed', archive: 'following', other: 'following_id' },
  'follows.following_id': { rule: 'removed', archive: 'followers', other: 'follower_id' },
  'crews.named_by': { rule: 'emptied', why: 'the crew belongs to its members', archive: null },
  'crew_members.user_id': { rule: 'removed', archive: 'crews' },
  'crew_invitations.user_id': { rule: 'removed', archive: 'crew-invitations', other: 'invited_by' },
  'crew_invitations.invited_by': {
    rule: 'removed',
    archive: 'crew-invitations-sent',
    // The inviter must not find out who declined.
    omit: ['declined_at'],
    other: 'user_id',
  },
  'meetups.user_id': { rule: 'removed', archive: 'sessions-at-spots' },
  'meetup_guests.user_id': { rule: 'removed', archive: 'joined-sessions' },
  'blocks.blocker_id': { rule: 'removed', archive: 'blocks', other: 'blocked_id' },
  'blocks.blocked_id': { rule: 'removed', why: "blocked people aren't told who blocks them", archive: null },
  'mutes.muter_id': { rule: 'removed', archive: 'mutes', other: 'muted_id' },
  'mutes.muted_id': { rule: 'removed', why: "muted people aren't told who mutes them", archive: null },
  'timelines.user_id': { rule: 'removed', why: 'a copy of posts by followed people', archive: null },
  'timeline.user_id': { rule: 'removed', why: 'a copy of posts by followed people', archive: null },
  'timeline_queue.author_id': {
    rule: 'with its owner',
    why: 'a queue of posts for timelines',
    archive: null,
  },
  'timeline.author_id': { rule: 'with its owner', why: 'deleted with the post', archive: null },

  'notifications.user_id': { rule: 'removed', archive: 'notifications', other: 'from_user_id' },
  'notifications.from_user_id': { rule: 'removed', why: 'notifications of other people', archive: null },
  'notification_mutes.user_id': { rule: 'removed', archive: 'notification-switches' },

  'message_threads.low_id': {
    rule: 'with the account',
    why: 'the thread is kept for the other person',
    archive: null,
  },
  'message_threads.high_id': {
    rule: 'with the account',
    why: 'the thread is kept for the other person',
    archive: null,
  },
  'message_sides.user_id': { rule: 'with the account', why: 'in messages.json', archive: null },
  'message_sides.other_id': { rule: 'with the account', why: "the other person's side", archive: null },
  'messages.user_id': {
    rule: 'with its owner',
    why: 'emptied with content, as if the person had deleted the messages',
    archive: null,
  },

  'reports.reporter_id': {
    rule: 'emptied',
    why: 'reports are kept for moderators',
    archive: 'reports',
  },
  'report_cases.reported_id': {
    rule: 'with the account',
    why: 'cases are kept for moderators',
    archive: null,
  },
  'report_cases.owner_id': {
    rule: 'with the account',
    why: 'cases are kept for moderators',
    archive: null,
  },
  'import_areas.started_by': { rule: 'emptied', why: 'imported spots stay', archive: null },
  'import_files.uploaded_by': { rule: 'emptied', why: 'the file expires after a week', archive: null },
  'import_conflicts.decided_by': { rule: 'emptied', why: 'decisions are kept', archive: null },
  'moderation_decisions.admin_id': {
    rule: 'with the account',
    why: 'decisions are kept',
    archive: null,
  },
  'appeals.admin_id': { rule: 'with the account', why: 'decisions are kept', archive: null },
  'moderation_log.admin_id': { rule: 'with the account', why: 'the log is kept', archive: null },
  'moderation_log.user_id': { rule: 'with the account', why: 'the log is kept', archive: null },
}

/** Returns PERSONAL_COLUMNS as a list with table and column split. */
export function listPersonalColumns(): (PersonalColumn & { table: string; column: string })[] {
  return Object.entries(PERSONAL_COLUMNS).map(([name, rest]) => {
    const [table = '', column = ''] = name.split('.')
    return { table, column, ...rest }
  })
}
