/** A query that reads spots or related data, as `file: name of the declaration`. */
export type Reading = { where: string; asks: boolean }

/** Lists the tables with a column that references a spot, according to the schema, so that new tables are included. */
export function tablesOfSpots(schema: string): string[] {
  const tables = [...schema.matchAll(/^create table (?:public\.)?(\w+) \(\n([\s\S]*?)^\)/gim)]
  return tables.flatMap(([, table = '', columns = '']) =>
    table === 'spots' || /^\s+spot_id /m.test(columns) ? [table] : [],
  )
}

// Functions that check visibility: the rules themselves, in the database, and helpers built on them.
const ASKS =
  /\b(visible_(?:spots|new_spots|posts|media|bulletins|area_updates|meetups)|exact_positions|withheld_(?:spots|posts)|isForEverybody|shown|matches|matchesFacets|isKnownTo)\b[(}]/
/** Functions that check the visibility of a post, which may have its own audience. */
export const ASKS_OF_POSTS = /\b(visible_posts|visible_media|withheld_posts|isForEverybody)\b[(}]/

/**
 * Lists the reads in a file of queries: top-level declarations that name one of these tables after from or join, or
 * with Kysely.
 */
export function readingsIn(
  path: string,
  text: string,
  tables: readonly string[],
  asks: RegExp = ASKS,
): Reading[] {
  const names = tables.join('|')
  const reads = new RegExp(
    `(?:\\b(?:from|join)\\s+(?:only\\s+)?|\\b(?:selectFrom|innerJoin|leftJoin)\\(\\s*')(?:${names})\\b`,
    'i',
  )
  const deletes = new RegExp(`\\bdelete\\s+from\\s+(?:${names})\\b`, 'gi')
  return text
    .split(/\n(?=(?:export )?(?:const|async function|function) )/)
    .map((part) => part.replaceAll(deletes, ''))
    .filter((part) => reads.test(part))
    .map((part) => ({
      where: `${path}: ${/^(?:export )?(?:const|(?:async )?function\*?) (\w+)/.exec(part)?.[1] ?? 'top'}`,
      asks: asks.test(part),
    }))
}

/** Tables that contain only a spot's ID. Queries that show the spot join the spots table and check visibility there. */
export const NAME_AN_ID = {
  messages: 'what is shared is joined by the list of messages',
  notifications: 'what is shown of the spot is joined by the list of notifications',
  report_cases: 'admins decide on what is reported to them',
  new_spots: 'a queue',
  area_changes: 'a queue',
  spot_changes: 'a queue of what the public map counts',
  spot_facets: 'of spots for everybody alone',
  spot_video_checks: 'a queue',
}

/**
 * Reads that need no check, by reason. Never list a query here that shows a spot to people. Such a query must call
 * `visible_spots` or another of its functions, or `isForEverybody` if the result is the same for everyone.
 */
export const NEED_NOT_ASK: Record<string, readonly string[]> = {
  'parts of statements that ask': [
    'modules/my-data/own-content.queries.ts: LISTS',
    // The statement that contains it checks visibility.
    'modules/digests/saved-states.queries.ts: hasSaved',
    // Later code decides whom the notification reaches.
    'modules/digests/spots-near.queries.ts: savedAround',
    'modules/busts/busts.queries.ts: isBusyNow',
    'modules/checks/update-spot-condition.queries.ts: selectChecks',
    'modules/conditions/ground-facts.queries.ts: isClosed',
    'modules/conditions/ground-facts.queries.ts: isLit',
    'modules/conditions/ground-facts.queries.ts: wetTimes',
    'modules/facts/facts.queries.ts: aggregateVoices',
    // The stewards' rule checks visibility.
    'modules/facts/facts.queries.ts: isDecidedBy',
    'modules/moderation/cases.queries.ts: findCase',
    'modules/stewards/rights.queries.ts: isStewardAtSpot',
    'modules/facts/facts.queries.ts: isDisputed',
    'modules/map/fact-filters.queries.ts: hasObstacle',
    'modules/map/open-data/open-spots.queries.ts: DESCRIPTION',
    'modules/map/open-data/open-spots.queries.ts: EDITED',
    // It reads from `openSpotsIn`, which checks visibility.
    'modules/map/open-data/open-spots.queries.ts: selectOpenSpots',
    'modules/map/open-data/open-spots.queries.ts: SOURCES',
    'modules/spots/spot-cards.queries.ts: factLine',
    'modules/spots/status/spot-condition.queries.ts: HAS_CONDITION',
  ],
  'locks, and what a change needs; services ask before them, and answer by what asks': [
    'modules/busts/busts.queries.ts: selectClock',
    'modules/checks/checks.queries.ts: findCheck',
    'modules/checks/update-spot-condition.queries.ts: selectDecision',
    'modules/checks/update-spot-condition.queries.ts: selectVoices',
    'modules/comments/comment-likes.queries.ts: lockSubjectOfComment',
    'modules/conditions/ground-facts.queries.ts: selectKnownFacts',
    'modules/conditions/weather.queries.ts: selectCellOf',
    'modules/facts/fact-changes.queries.ts: countOpen',
    'modules/facts/fact-changes.queries.ts: findChange',
    'modules/facts/fact-changes.queries.ts: findSame',
    'modules/facts/fact-changes.queries.ts: getChange',
    'modules/facts/fact-changes.queries.ts: lockFacts',
    'modules/facts/fact-changes.queries.ts: openMinutes',
    'modules/facts/fact-changes.queries.ts: isToUndo',
    'modules/facts/fact-changes.queries.ts: selectChangesOf',
    'modules/facts/fact-changes.queries.ts: selectLastValues',
    'modules/facts/fact-changes.queries.ts: selectSpotsOf',
    'modules/facts/fact-changes.queries.ts: selectVoices',
    'modules/facts/facts.queries.ts: selectChanges',
    'modules/facts/facts.queries.ts: selectFacts',
    'modules/facts/move-facts.queries.ts: isDescribed',
    'modules/facts/name.queries.ts: findLastName',
    'modules/facts/move-facts.queries.ts: takeChanges',
    'modules/facts/move-facts.queries.ts: giveBackChanges',
    'modules/facts/move-facts.queries.ts: selectKnownFields',
    'modules/facts/measurements.queries.ts: findMeasurement',
    'modules/lists/list-spots.queries.ts: appendSpot',
    'modules/lists/list-spots.queries.ts: selectOrder',
    'modules/busts/move-busts.queries.ts: bustMover',
    'modules/posts/move-posts.queries.ts: postMover',
    'modules/spots/edit/move-edits.queries.ts: editMover',
    'modules/spots/deletion/forwards.queries.ts: takeMissing',
    'modules/spots/deletion/forwards.queries.ts: repairCover',
    'modules/twins/merges.queries.ts: findMerge',
    'modules/imports/conflicts.queries.ts: IS_SHOWN',
    'modules/imports/conflicts.queries.ts: findTheirPosition',
    'modules/posts/lock-posts.queries.ts: findSpotOf',
    'modules/posts/lock-posts.queries.ts: findAnySpotOf',
    'modules/posts/lock-posts.queries.ts: lockAnySpot',
    'modules/posts/lock-posts.queries.ts: lockPost',
    'modules/posts/lock-posts.queries.ts: lockAnyPost',
    'modules/posts/lock-posts.queries.ts: lockVisibleSpot',
    'modules/posts/edit/remove-media.queries.ts: selectItems',
    'modules/posts/lock-posts.queries.ts: lockPostsOf',
    'modules/posts/photo-link.queries.ts: findPhotoLink',
    'modules/spots/edit/edit-spot.queries.ts: lockAnySpot',
    'modules/spots/edit/edit-spot.queries.ts: findCreator',
    'modules/spots/edit/edit-spot.queries.ts: readLockedSpot',
    'modules/spots/sharing/guessed-names.queries.ts: findGuessedName',
    'modules/spots/gallery/spot-cover.queries.ts: selectNextCover',
    'modules/spots/gallery/spot-cover.queries.ts: wasCoverChosenAfter',
    'modules/spots/edit/hidden-texts.queries.ts: hideTexts',
    'modules/spots/positions/positions.queries.ts: lockPosition',
    'modules/spots/status/spot-condition.queries.ts: isSettled',
    'modules/stewards/bulletins.queries.ts: countBulletins',
    'modules/stewards/bulletins.queries.ts: findBulletin',
    'modules/stewards/bulletins.queries.ts: isSpotInArea',
    'modules/stewards/bulletins.queries.ts: lockBulletin',
    'modules/spots/status/spot-condition.queries.ts: lockSpotCondition',
    'modules/spots/status/spot-condition.queries.ts: selectSpotCondition',
  ],
  'clean-ups, queues and imports, which show nobody anything': [
    'packages/legacy-import/src/imported-rows.queries.ts: findPosts',
    'packages/legacy-import/src/imported-rows.queries.ts: findSpots',
    'modules/busts/bust-rollup.queries.ts: queueAgedReports',
    'modules/busts/bust-rollup.queries.ts: queueOldHolidays',
    'modules/busts/bust-rollup.queries.ts: selectClockSpot',
    'modules/busts/bust-rollup.queries.ts: selectDaySums',
    'modules/busts/bust-rollup.queries.ts: takeChanges',
    'modules/checks/checks.queries.ts: deleteOfTombstones',
    'modules/checks/update-spot-condition.queries.ts: selectEnded',
    'modules/checks/update-spot-condition.queries.ts: takeChanged',
    'modules/checks/update-spot-condition.queries.ts: selectEndedSettlements',
    'modules/digests/area-updates.queries.ts: addMissingSettings',
    'modules/digests/area-updates.queries.ts: AREA_UPDATES',
    'modules/digests/saved-states.queries.ts: takeStateChanges',
    'modules/conditions/weather.queries.ts: selectCellsIn',
    'modules/digests/spots-near.queries.ts: takeNewSpots',
    'modules/digests/spots-near.queries.ts: SPOTS_NEAR',
    'modules/imports/import-areas.queries.ts: findSeen',
    'modules/imports/undo-area.queries.ts: findTouched',
    'modules/imports/undo-area.queries.ts: lockAdded',
    'modules/imports/records.queries.ts: countUnseen',
    'modules/imports/records.queries.ts: deleteOfTombstones',
    'modules/imports/records.queries.ts: findRecords',
    'modules/imports/records.queries.ts: lockSpots',
    'modules/imports/records.queries.ts: markUnseen',
    'modules/imports/records.queries.ts: selectLeft',
    'modules/imports/records.queries.ts: selectSources',
    'modules/media/unused-media.queries.ts: unreferenced',
    'modules/my-data/account-deletion.queries.ts: clearEditedTexts',
    'modules/my-data/account-deletion.queries.ts: hasContentLeft',
    'modules/posts/deletion/author-removal.queries.ts: selectPostsOf',
    'modules/spots/deletion/creator-removal.queries.ts: clearDescriptions',
    'modules/spots/deletion/remove-spot.queries.ts: lockNextToPurge',
    'modules/spots/deletion/creator-removal.queries.ts: isLonely',
    'modules/spots/deletion/creator-removal.queries.ts: isStillLonely',
    'modules/spots/deletion/creator-removal.queries.ts: selectLonelySpots',
    'modules/spots/sharing/open-spots.queries.ts: isAnyDue',
    'modules/spots/sharing/open-spots.queries.ts: openDueSpots',
    'modules/spots/status/spot-condition.queries.ts: takeOffMap',
    'modules/twins/find-twins.queries.ts: takeQueued',
    'modules/twins/pairs.queries.ts: theirSpots',
    'modules/twins/find-twins.queries.ts: selectCandidates',
    'modules/twins/find-twins.queries.ts: selectPictures',
    'modules/twins/find-twins.queries.ts: queueOldSpots',
    'sample/sample.queries.ts: namesSharedBy',
  ],
  "one's own": [
    'modules/busts/busts.queries.ts: selectOwnReports',
    'modules/checks/checks.queries.ts: findLastPlace',
    'modules/people/profile.queries.ts: findOwnPicture',
    'modules/spots/sharing/last-secrecy.queries.ts: selectLastSecrecy',
  ],
  'a moment alone, not whose': ['modules/posts/feed/feed.queries.ts: findFeedCursor'],
  'numbers of events, which are withheld behind it': [
    'modules/events/redact-events.queries.ts: selectHiddenCounts',
    'modules/events/withheld-events.queries.ts: selectShownAt',
  ],
  'admins decide on what is reported to them': [
    'modules/moderation/cases.queries.ts: currentSubject',
    'modules/moderation/cases.queries.ts: media',
    'modules/moderation/cases.queries.ts: madeSpot',
    'modules/moderation/cases.queries.ts: context',
    'modules/moderation/lock-target.queries.ts: SUBJECT_LOCKS',
    'modules/meetups/meetups.queries.ts: lockReported',
  ],
}

/** More reads of posts that need no check: a post at a spot has the spot's audience (`posts_audience_apart`). */
export const POSTS_OF_A_SPOT: Record<string, readonly string[]> = {
  'of a deleted spot': ['modules/moderation/deleted-spots.queries.ts: selectDeletedSpots'],
  'has_visible_target asks': ['modules/notifications/notifications.queries.ts: pageStatement'],
  "one's own posts; what they say of a spot is asked": [
    'modules/my-data/archive-contents.queries.ts: listContentFiles',
  ],
}
