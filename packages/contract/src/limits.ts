/** The characters allowed in a username. */
export const USERNAME_SIGNS = /^[A-Za-z0-9_.]+$/

/** Limits for server and client. Lengths are in characters, sizes in bytes, times in the unit given by the name. */
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
  /** Characters in the description of a photo or video. */
  alt_text_max: 500,
  photo_url_max: 2000,
  comment_max: 2000,
  message_max: 2000,
  /** Maximum number of messages a person can send before the recipient replies or accepts. */
  messages_in_request: 5,
  discussion_title_max: 200,
  discussion_content_max: 4000,
  report_max: 2000,
  /** Maximum length of the reason for a decision. */
  reason_max: 2000,
  postal_code_max: 20,
  full_name_max: 80,
  bio_max: 500,
  home_town_max: 120,
  instagram_url_max: 300,
  /** Maximum number of people that one person can block. */
  blocks_max: 2000,
  mutes_max: 2000,
  image_bytes: 10 * 1024 * 1024,
  video_bytes: 50 * 1024 * 1024,
  video_seconds: 600,
  /** Upload limits per person: files per day, and total bytes. */
  files_per_day: 200,
  storage_bytes: 1024 * 1024 * 1024,
  files_per_post: 20,
  /** Maximum number of drafts per person. */
  drafts_max: 100,
  draft_note_max: 500,
  /** Maximum number of lists per person, and of spots per list. */
  lists_max: 100,
  /** Maximum number of lists per crew, which is low because each member loads all of them together. */
  crew_lists_max: 30,
  list_spots: 200,
  list_name_max: 60,
  list_description_max: 500,
  list_note_max: 300,
  /** Maximum number of obstacles per spot, and of open suggestions per person and spot. */
  obstacles_max: 30,
  suggestions_open_max: 10,
  /** Minimum and maximum length of a board, in centimeters. */
  deck_cm_min: 40,
  deck_cm_max: 160,
  measurements_shown: 100,
  /** Votes about facts from accounts younger than this don't count. */
  voice_hours: 24,
  /** A fact that was undone twice within this many days needs one more vote. */
  contested_days: 30,
  search_max: 100,
  /** The number of people suggested while someone types an `@name`. */
  names_offered: 6,
  /**
   * Maximum number of crews per person, members per crew, and pending invitations; days until an invitation expires.
   */
  crew_name_max: 60,
  crews_max: 20,
  crew_members_max: 50,
  crew_invitations_max: 30,
  crew_invitation_days: 30,
  /** The radius of "near me" on the map. */
  near_metres: 10_000,
  /** Maximum side length of an area that a device can download. */
  area_metres: 50_000,
  /** Maximum number of spots in a downloaded area, and of names of streets and other places. */
  area_spots: 2000,
  /** Spots per page of the open data. */
  open_data_page: 1000,
  /** Maximum number of spots on a map of another site. */
  embed_spots: 500,
  area_names: 5000,
  /** Maximum number of matches that a search counts and returns. */
  search_results_max: 100,
  page_max: 50,
  /** Maximum number of days ahead that a spot's opening can be scheduled. */
  opens_max_days: 366,
  /** Maximum distance from a spot for a status report. */
  check_metres: 300,
  /** Maximum error of a device's position that can still count as near a spot. */
  check_accuracy_metres: 100,
  /** Maximum number of days ahead that a reported closure can end. */
  check_until_days: 1830,
  /** Months after which a spot needs a new confirmation. */
  check_doubt_months: 18,
  /** Number of a public spot's photos and videos that visitors see, including its cover. */
  visitor_media_max: 6,
  /** A new spot within this distance of a saved one triggers a notification for people who opted in. */
  near_saved_metres: 5_000,
  /** Number of spot status changes per feed page. */
  feed_spot_changes: 3,
  opening_hours_max: 700,
  fee_note_max: 80,
  spot_phone_max: 40,
  spot_website_max: 200,
  /** Days within which an admin can restore a deleted spot. */
  restore_days: 30,
  /** Days within which a merge can be undone. */
  unmerge_days: 30,
  /** Spots farther apart than this are never duplicates. */
  twin_metres: 100,
  /** Maximum distance between spots that can be merged. Pins can be at either end of a long spot. */
  merge_metres: 1_000,
  /** Maximum number of merge candidates shown for a spot. */
  mergeable_max: 20,
  /** Days that an export can be downloaded. */
  export_days: 7,
  /** Days after a decision until a notice's name and email address are deleted, if it was sent without an account. */
  notice_days: 90,
  /** Steward area limits: how many there can be, corners per area, and width and height in degrees. */
  steward_areas_max: 500,
  area_name_max: 80,
  area_corners_max: 40,
  area_degrees: 2,
  stewards_max: 20,
  /** Maximum number of areas a person can follow. */
  areas_followed_max: 30,
  bulletin_max: 500,
  /** Maximum number of bulletins per area, of days that one is shown, and of days ahead that it can start. */
  bulletins_max: 50,
  bulletin_days: 60,
  bulletin_ahead_days: 90,
  /** How far ahead a meetup can start, how long it can last, and how many people can be in, including the host. */
  meetup_ahead_days: 14,
  meetup_hours: 12,
  meetup_people_min: 2,
  meetup_people_max: 100,
  /** Maximum number of answers to a meetup, including maybes. */
  meetup_guests_max: 200,
  meetup_note_max: 300,
  /**
   * Maximum number of meetups to come per host, and per host and spot; of meetups listed per spot, and of guests listed
   * with each.
   */
  meetups_max: 20,
  meetups_here_max: 3,
  meetups_shown: 20,
  meetup_guests_shown: 5,
  /** Maximum number of days for which a steward can set a spot's status. */
  settle_days: 90,
  ad_title_max: 60,
  ad_content_max: 200,
  /** Maximum radius within which an ad is shown. */
  ad_radius_km: 500,
  /** How many days an ad's views and clicks are stored, and how many days an ad is stored after its last day. */
  ad_days: 400,
  /** Maximum number of ads per server. */
  ads_max: 500,
} as const

/** Maximum number of items in the activity list, and of days with activity (ACT-02, ACT-08). */
export const ACTIVITY_MAX = { all: 20, days: 5 } as const
