/** Reads of someone's rows that need no function, as `table alias` by file in queries/, for one reason. */
type Allowed = { why: string; reads: Record<string, readonly string[]> }

const NOTIFICATIONS = ['prepared/notifications_first', 'prepared/notifications_later']
const COMMENTS = ['calls/comments', 'calls/comments-of-a-discussion']
const MESSAGES = ['calls/conversations', 'calls/messages']

/**
 * All reads of someone's rows in queries/ that don't go through a function of the database such as `visible_posts`.
 * Never add one that shows a person a row that they might not be allowed to see.
 */
export const ALLOWED: readonly Allowed[] = [
  {
    why: 'the author or owner of a row that a function returned, and so checked',
    reads: {
      'profiles who': [
        'prepared/discover_page',
        ...COMMENTS,
        ...MESSAGES,
        'calls/discussions',
        'calls/gallery-of-a-spot',
        'prepared/comment_add_to_discussion',
        'prepared/comment_add_to_item',
      ],
      'profiles owner': ['calls/list', 'calls/lists'],
      'profiles actor': NOTIFICATIONS,
    },
  },
  {
    why: 'what belongs to a visible post: its photos and videos, and its spot, whose audience the post shares',
    reads: {
      'media m': [
        'prepared/discover_page',
        'prepared/posts_related',
        'calls/facts-of-a-spot',
        'calls/gallery-of-a-spot',
        'calls/spot',
        'calls/what-a-person-did',
      ],
      'media md': NOTIFICATIONS,
      'spots s': ['prepared/discover_page', ...NOTIFICATIONS],
      'posts p': ['calls/what-a-person-did'],
    },
  },
  {
    why: 'the target of a notification that passed has_visible_target and notifications_by_visible_people',
    reads: { 'posts p': NOTIFICATIONS, 'comments c': NOTIFICATIONS, discussions: NOTIFICATIONS },
  },
  {
    why: 'whether the viewer likes an item, or the likes of people and items that functions returned',
    reads: {
      'likes l': ['prepared/discover_page', 'calls/gallery-of-a-spot', 'calls/likes-of-an-item'],
      'likes entry': ['calls/what-a-person-did'],
      likes: ['prepared/like_remove'],
    },
  },
  {
    why: 'the messages of a conversation that visible_message_sides returned, and how far the other side read',
    reads: { 'messages m': MESSAGES, 'message_sides theirs': MESSAGES },
  },
  {
    why: 'the condition is beside it: withheld_spots, visible_people, or only public spots, as on the map of everyone',
    reads: {
      'spots s': [
        'calls/facts-of-a-spot',
        'calls/merges',
        'calls/counts-of-facts-in-a-view',
        'prepared/map_pins',
        'calls/list-beside-the-map',
        'calls/map-of-a-city-on-another-site',
        'calls/map-of-the-world-on-another-site',
        'calls/pins-of-the-map-filtered-by-facts',
        'prepared/map_view_open_5',
        'prepared/shown_file',
      ],
      'profiles who': ['calls/crews'],
      'profiles creator': ['prepared/discover_page'],
      'spots merged': ['calls/merges'],
      'spots its': ['calls/facts-of-a-spot'],
      spots: ['prepared/map_by_code_open_0'],
    },
  },
  {
    why: 'an earlier statement of the same call found the row with a function',
    reads: {
      'spots s': ['calls/spot', 'calls/gallery-of-a-spot', 'calls/stewards-at-a-spot'],
      'lists l': ['calls/list'],
    },
  },
  {
    why: 'counts, and what is subtracted from them; shows no row',
    reads: {
      'posts p': ['prepared/spot_cards'],
      'comments hidden': ['calls/comments-of-a-discussion', 'calls/discussions'],
      'comments parent': ['calls/comments-of-a-discussion', 'calls/discussions'],
      profiles: ['calls/comments-of-a-discussion', 'calls/discussions'],
    },
  },
  {
    why: 'people whom the viewer follows: a block ends follows, and hidden people are excluded',
    reads: {
      'profiles p': ['calls/person'],
      'profiles who': ['calls/followers'],
    },
  },
  {
    why: 'whether someone is an active steward, has an account, or may merge; shows no row',
    reads: {
      'profiles steward': ['calls/area', 'calls/stewards-at-a-spot', 'calls/work-of-a-steward'],
      'profiles person': ['calls/facts-of-a-spot'],
      'spots spot': ['calls/facts-of-a-spot'],
      'spots own': ['calls/merges', 'calls/twins-of-a-steward'],
    },
  },
  {
    why: 'the viewer themselves',
    reads: { 'profiles p': ['prepared/viewer_by_session', 'prepared/viewer_by_token'] },
  },
  {
    why: 'the file itself has the most rules (docs/decisions/0037-media-visibility.md); all are in this text',
    reads: {
      'media m': ['prepared/shown_file'],
      'media item': ['prepared/shown_file'],
      'posts p': ['prepared/shown_file'],
      'comments comment': ['prepared/shown_file'],
    },
  },
  {
    why: 'locks the row; visible_people is beside it, because rows of a function can’t be locked',
    reads: { 'discussions d': ['prepared/comment_add_to_discussion'] },
  },
]
