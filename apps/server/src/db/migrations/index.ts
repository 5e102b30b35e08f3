import * as accounts from './001_accounts.ts'
import * as media from './002_media.ts'
import * as spots from './003_spots.ts'
import * as map from './004_map.ts'
import * as events from './005_events.ts'
import * as talk from './006_talk.ts'
import * as changes from './007_changes.ts'
import * as people from './008_people.ts'
import * as notifications from './009_notifications.ts'
import * as messages from './010_messages.ts'
import * as discover from './011_discover.ts'
import * as discussions from './012_discussions.ts'
import * as settings from './013_settings.ts'
import * as awayEvents from './014_away_events.ts'
import * as photoLinks from './015_photo_links.ts'
import * as moderation from './016_moderation.ts'
import * as moderatedTalk from './017_moderated_talk.ts'
import * as suspendedSessions from './018_suspended_sessions.ts'
import * as termsAccepted from './019_terms_accepted.ts'
import * as mediaTurns from './020_media_turns.ts'
import * as shownToWhom from './022_shown_to_whom.ts'
import * as community from './023_community.ts'
import * as streets from './024_streets.ts'
import * as signUpNext from './026_sign_up_next.ts'
import * as spotFacets from './027_spot_facets.ts'
import * as welcomed from './028_welcomed.ts'
import * as discussionComments from './029_discussion_comments.ts'
import * as importedRows from './030_imported_rows.ts'
import * as discoverWithoutPortraits from './031_discover_without_portraits.ts'
import * as commentsByPerson from './032_comments_by_person.ts'
import * as notificationLines from './033_notification_lines.ts'
import * as endedSessions from './034_ended_sessions.ts'
import * as homeTown from './035_home_town.ts'
import * as linkPreviews from './035_link_previews.ts'
import * as commentsAcrossBlocks from './036_comments_across_blocks.ts'
import * as workSignals from './039_work_signals.ts'

/** History in order, by hand: what is listed here and released is never changed again. */
export const migrations = {
  '001_accounts': accounts,
  '002_media': media,
  '003_spots': spots,
  '004_map': map,
  '005_events': events,
  '006_talk': talk,
  '007_changes': changes,
  '008_people': people,
  '009_notifications': notifications,
  '010_messages': messages,
  '011_discover': discover,
  '012_discussions': discussions,
  '013_settings': settings,
  '014_away_events': awayEvents,
  '015_photo_links': photoLinks,
  '016_moderation': moderation,
  '017_moderated_talk': moderatedTalk,
  '018_suspended_sessions': suspendedSessions,
  '019_terms_accepted': termsAccepted,
  '020_media_turns': mediaTurns,
  '022_shown_to_whom': shownToWhom,
  '023_community': community,
  '024_streets': streets,
  '026_sign_up_next': signUpNext,
  '027_spot_facets': spotFacets,
  '028_welcomed': welcomed,
  '029_discussion_comments': discussionComments,
  '030_imported_rows': importedRows,
  '031_discover_without_portraits': discoverWithoutPortraits,
  '032_comments_by_person': commentsByPerson,
  '033_notification_lines': notificationLines,
  '034_ended_sessions': endedSessions,
  '035_home_town': homeTown,
  '035_link_previews': linkPreviews,
  '036_comments_across_blocks': commentsAcrossBlocks,
  '039_work_signals': workSignals,
}
