/** The characters allowed in a username. */
export const USERNAME_SIGNS = /^[A-Za-z0-9_.]+$/

/** Limits shared by server and client. Lengths are in characters, sizes in bytes, times in the unit of the name. */
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
  /** Messages a person can send before the recipient replies or accepts. */
  messages_in_request: 5,
  discussion_title_max: 200,
  discussion_content_max: 4000,
  report_max: 2000,
  /** The reason given for a decision. */
  reason_max: 2000,
  postal_code_max: 20,
  full_name_max: 80,
  bio_max: 500,
  home_town_max: 120,
  instagram_url_max: 300,
  /** People that one person can block. */
  blocks_max: 2000,
  image_bytes: 10 * 1024 * 1024,
  video_bytes: 50 * 1024 * 1024,
  video_seconds: 600,
  /** Upload limits per person: files per day, and in total. */
  files_per_day: 200,
  storage_bytes: 1024 * 1024 * 1024,
  files_per_post: 20,
  /** Drafts per person. */
  drafts_max: 100,
  draft_note_max: 500,
  /** Lists per person, and spots per list. */
  lists_max: 100,
  /** Lists per crew; low because every member loads all of them together. */
  crew_lists_max: 30,
  list_spots: 200,
  list_name_max: 60,
  list_description_max: 500,
  list_note_max: 300,
  /** Obstacles per spot, and open suggestions per person and spot. */
  obstacles_max: 30,
  suggestions_open_max: 10,
  /** Allowed lengths of a board, in centimeters. */
  deck_cm_min: 40,
  deck_cm_max: 160,
  measurements_shown: 100,
  /** Accounts younger than this don't count in votes about facts. */
  voice_hours: 24,
  /** A fact that was undone twice within these days needs one more vote. */
  contested_days: 30,
  search_max: 100,
  /** People suggested while typing an `@name`. */
  names_offered: 6,
  /** Crews per person, members per crew, and pending invitations; an invitation expires after the given days. */
  crew_name_max: 60,
  crews_max: 20,
  crew_members_max: 50,
  crew_invitations_max: 30,
  crew_invitation_days: 30,
  /** Radius of "near me" on the map. */
  near_metres: 10_000,
  /** The longest side of an area that a device can download. */
  area_metres: 50_000,
  /** Spots per downloaded area, and streets and other names per area. */
  area_spots: 2000,
  area_names: 5000,
  /** Maximum search matches that are counted and returned. */
  search_results_max: 100,
  page_max: 50,
  /** How many days ahead a spot can be scheduled to open. */
  opens_max_days: 366,
  /** Maximum distance from a spot for a status report. */
  check_metres: 300,
  /** Maximum position error of a device that still counts as near a spot. */
  check_accuracy_metres: 100,
  /** How many days ahead a spot can be reported as closed. */
  check_until_days: 1830,
  /** Months without confirmation after which a spot counts as unconfirmed. */
  check_doubt_months: 18,
  /** Maximum distance between a new spot and a saved one for a notification to people who asked for it. */
  near_saved_metres: 5_000,
  /** Spot changes per page of the feed. */
  feed_spot_changes: 3,
  opening_hours_max: 700,
  fee_note_max: 80,
  /** Days within which an admin can restore a deleted spot. */
  restore_days: 30,
  /** Days within which a merge can be undone. */
  unmerge_days: 30,
  /** Spots farther apart than this are never duplicates. */
  twin_metres: 100,
  /** Maximum distance between spots that can be merged; a long spot can have a pin at either end. */
  merge_metres: 1_000,
  /** Maximum spots offered for merging with one. */
  mergeable_max: 20,
  /** Days for which an export can be downloaded. */
  export_days: 7,
  /** Days after a decision until the sender's name and address are deleted from a notice without an account. */
  notice_days: 90,
  /** Steward areas: how many exist, their corners, and their maximum width and height in degrees. */
  steward_areas_max: 500,
  area_name_max: 80,
  area_corners_max: 40,
  area_degrees: 2,
  stewards_max: 20,
  /** Areas a person can follow. */
  areas_followed_max: 30,
  bulletin_max: 500,
  /** Bulletins per area, how many days one is shown, and how many days ahead it can start. */
  bulletins_max: 50,
  bulletin_days: 60,
  bulletin_ahead_days: 90,
  /** Maximum days for which a steward can set a spot's status. */
  settle_days: 90,
  ad_title_max: 60,
  ad_content_max: 200,
  /** Maximum radius in which an ad is shown. */
  ad_radius_km: 500,
  /** Days for which an ad's views and clicks are stored, and for which an ad remains after its last day. */
  ad_days: 400,
  /** Ads per server. */
  ads_max: 500,
} as const

/** Maximum items of activity, and maximum days with activity (ACT-02, ACT-08). */
export const ACTIVITY_MAX = { all: 20, days: 5 } as const
