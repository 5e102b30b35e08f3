/** The characters of a username. */
export const USERNAME_SIGNS = /^[A-Za-z0-9_.]+$/

/** Limits of both sides. Lengths are in characters, sizes in bytes, times in the unit of the name. */
export const LIMITS = {
  username_min: 3,
  username_max: 30,
  password_min: 8,
  password_max: 128,
  email_max: 254,
  spot_name_max: 120,
  spot_description_max: 4000,
  address_max: 300,
  place_max: 120,
  post_title_max: 200,
  post_content_max: 4000,
  photo_url_max: 2000,
  comment_max: 2000,
  message_max: 2000,
  /** Messages that somebody may send before the other person has answered or accepted. */
  messages_in_request: 5,
  discussion_title_max: 200,
  discussion_content_max: 4000,
  report_max: 2000,
  /** The reason of a decision. */
  reason_max: 2000,
  postal_code_max: 20,
  full_name_max: 80,
  bio_max: 500,
  home_town_max: 120,
  instagram_url_max: 300,
  /** People one person may block. */
  blocks_max: 2000,
  image_bytes: 10 * 1024 * 1024,
  video_bytes: 50 * 1024 * 1024,
  video_seconds: 600,
  /** Limits of one person's uploads: a day's, and in all. */
  files_per_day: 200,
  storage_bytes: 1024 * 1024 * 1024,
  files_per_post: 20,
  /** The maximum number of drafts of a person. */
  drafts_max: 100,
  draft_note_max: 500,
  /** The maximum number of lists of a person, and of spots of a list. */
  lists_max: 100,
  /** Lists that a crew has at most, because each of its people gets all of them at once. */
  crew_lists_max: 30,
  list_spots: 200,
  list_name_max: 60,
  list_description_max: 500,
  list_note_max: 300,
  /** Obstacles of one spot, and open suggestions of one person about it. */
  obstacles_max: 30,
  suggestions_open_max: 10,
  /** How long a board may be, in centimetres. */
  deck_cm_min: 40,
  deck_cm_max: 160,
  measurements_shown: 100,
  /** An account younger than this is no voice about how a spot skates. */
  voice_hours: 24,
  /** Facts undone twice within these days need one more voice. */
  contested_days: 30,
  search_max: 100,
  /** People suggested while an `@name` is typed. */
  names_offered: 6,
  /** Crews of one person, members of one crew, and its open invitations; an invitation ends after so many days. */
  crew_name_max: 60,
  crews_max: 20,
  crew_members_max: 50,
  crew_invitations_max: 30,
  crew_invitation_days: 30,
  /** How far "near me" reaches on the map. */
  near_metres: 10_000,
  /** The longest side of an area that a device may store. */
  area_metres: 50_000,
  /** Spots of such an area; streets and other names of it. */
  area_spots: 2000,
  area_names: 5000,
  /** Matches that a search counts and its pages show, at most. */
  search_results_max: 100,
  page_max: 50,
  /** How many days ahead a spot may open. */
  opens_max_days: 366,
  /** How near a spot somebody has to be to say what they see there. */
  check_metres: 300,
  /** By how many metres a device may be wrong about where it is, and still be near a spot. */
  check_accuracy_metres: 100,
  /** How many days ahead somebody may say that a spot is closed. */
  check_until_days: 1830,
  /** Months after which a spot that nobody confirmed is in doubt. */
  check_doubt_months: 18,
  /** New spots this near to a saved one are notified to whoever asked for that. */
  near_saved_metres: 5_000,
  /** Changed spots on a page of the feed. */
  feed_spot_changes: 3,
  opening_hours_max: 700,
  fee_note_max: 80,
  /** Days in which an admin can restore a deleted spot. */
  restore_days: 30,
  /** Days in which the merging of two spots can be undone. */
  unmerge_days: 30,
  /** Spots that are farther apart than this many metres are never the same place. */
  twin_metres: 100,
  /** Spots that are merged may be this far apart: a long spot has pins at both ends. */
  merge_metres: 1_000,
  /** Spots that are offered to be merged with one. */
  mergeable_max: 20,
  /** Days in which an archive can be downloaded. */
  export_days: 7,
  /** Days after a decision until name and address of the sender of a notice without an account are removed. */
  notice_days: 90,
  /** Areas of stewards: how many there are, their corners, and how many degrees wide and high one is at most. */
  steward_areas_max: 500,
  area_name_max: 80,
  area_corners_max: 40,
  area_degrees: 2,
  stewards_max: 20,
  /** Areas that a person follows. */
  areas_followed_max: 30,
  bulletin_max: 500,
  /** Bulletins of an area at a time, how many days one is shown, and how many days ahead it begins. */
  bulletins_max: 50,
  bulletin_days: 60,
  bulletin_ahead_days: 90,
  /** For how many days a steward may settle the state of a spot. */
  settle_days: 90,
  ad_title_max: 60,
  ad_content_max: 200,
  /** How far from its place an ad may be shown. */
  ad_radius_km: 500,
  /** Days for which views and presses of an ad are stored, and an ad after its last day. */
  ad_days: 400,
  /** Ads that a server has. */
  ads_max: 500,
} as const

/** The maximum number of items of activity, and of days with some (ACT-02, ACT-08). */
export const ACTIVITY_MAX = { all: 20, days: 5 } as const
