-- Says the whole rule of each function that decides who can see what, because reviewers of a query read these comments
-- (docs/decisions/0131-visible-rows.md). The functions themselves don't change.

-- People.

comment on function blocked_people(uuid) is
  'Everyone who blocks the viewer or whom the viewer blocks; no one for a visitor (null). Each person appears only '
  'once, because counts subtract per person and blocks can be mutual.';

comment on function muted_people(uuid) is
  'Everyone whom the viewer mutes. The visible_* functions ignore mutes: feeds, Discover, and '
  'notifications_by_visible_people exclude these people.';

comment on function visible_people(uuid) is
  'People a viewer (null: a visitor) can see: neither suspended nor scheduled for deletion (is_hidden), and without a '
  'block between them and the viewer. Includes the viewer, muted people, and former members (former_at), whose account '
  'is deleted: searches exclude those.';

comment on function unblocking_people(uuid) is
  'People who are neither suspended nor scheduled for deletion and don''t block the viewer, even if the viewer blocks '
  'them. For what a person can still do about people they block, such as unblocking and reporting them.';

comment on function mutual_friends(uuid, uuid) is
  'People from followed_by(viewer) who follow the person. Checks no block between them and the viewer, because a block '
  'ends follows. Starts from the people whom the viewer follows or from the person''s followers, whichever are fewer. '
  '`is true` counts null as false: without stored counts, it starts from the people whom the viewer follows.';

-- Spots.

comment on function withheld_spots(uuid) is
  'Spots with a limited audience that doesn''t include a viewer (null: a visitor). Everything at such a spot is '
  'invisible too. An audience includes its creator, and: members, everyone signed in; mutuals, people who follow the '
  'creator and whom the creator follows; crew, the members of that crew; only_me, no one else. A block between the '
  'viewer and the creator withholds the spot, but never a public one. A creator''s suspension withholds nothing. '
  '`is not true` counts null as false: viewers are null for visitors, and creators for deleted accounts. Queries '
  'exclude these few spots, which have their own index, rather than join all visible ones.';

comment on function visible_spots(uuid) is
  'Spots a viewer (null: a visitor) can see: not deleted, and public or not in withheld_spots. Public spots stay '
  'visible across a block and when their creator is suspended (docs/decisions/0018-blocks.md). Spots for members, '
  'mutuals, or a crew are withheld across a block. Doesn''t check the creator''s name, the author of the description, or '
  'the cover: read those from visible_people and visible_media. Includes removed spots (status) and ones that left the '
  'map (left_map_at).';

comment on function visible_new_spots(uuid) is
  'Spots a person can be notified about as new: open, in visible_spots, and by a creator who has an account, isn''t '
  'suspended or scheduled for deletion, and has no block between them and the person. Includes spots by people they mute.';

comment on function exactly_known_spots(uuid) is
  'Spots whose exact position a viewer (null: a visitor) can see, by exact_for: always the creator; members, everyone '
  'signed in; mutuals, people who follow the creator and whom the creator follows; crew, the members of that crew. '
  'Excludes members and crews across a block with the creator. `is not true` counts null as false, because creators are '
  'null for deleted accounts. Doesn''t check whether the viewer can see the spot.';

comment on function exact_positions(uuid) is
  'Exact positions of spots that show everyone else an approximate one, where a viewer can see the exact position '
  '(exactly_known_spots) and the spot isn''t withheld (withheld_spots). Includes deleted spots. Everything else reads the '
  'position in spots.';

comment on function stewardship_at(uuid, uuid, double precision, double precision) is
  'One row if a person is a steward of an area that contains the position, isn''t suspended, scheduled for deletion, or '
  'a former member, and the spot isn''t withheld from them (withheld_spots). Pass the displayed position, so that '
  'stewards learn nothing about the exact one. For an area that crosses the date line, longitudes exceed 180.';

-- Posts, media, and discussions.

comment on function visible_posts(uuid) is
  'Posts a viewer (null: a visitor) can see: not hidden by moderators, by an author who is in visible_people, with an '
  'audience that includes the viewer, and not at a spot in withheld_spots. Audiences include the author, and: mutuals, '
  'people who follow the author and whom the author follows; crew, the members of that crew; only_me, no one else. All '
  'this applies to the viewer''s own posts, too, except that their own audience includes them. Includes posts by muted '
  'people, and posts at deleted spots.';

comment on function withheld_posts(uuid) is
  'Posts whose own audience doesn''t include a viewer (null: a visitor), or whose spot is in withheld_spots. Audiences '
  'are the same as in visible_posts; a crew excludes people across a block with the author. Ignores whether moderators '
  'hid the post, whether the author is suspended, and blocks, if the post is public: for decisions about hidden posts. '
  '`is not true` counts null as false, because viewers are null for visitors.';

comment on function visible_media(uuid) is
  'Photos and videos in at least one post of visible_posts for a viewer (null: a visitor), whatever their status. No one '
  'can see an item without a post. The file itself has more rules (docs/decisions/0037-media-visibility.md).';

comment on function visible_discussions(uuid) is
  'Discussions a viewer (null: a visitor) can see: not hidden by moderators, and by an author who isn''t suspended or '
  'scheduled for deletion and has no block between them and the viewer. This applies to the viewer''s own ones, too. '
  'Includes discussions by muted people.';

-- Comments and mentions.

comment on function comments_by_visible_people(uuid) is
  'Comments that moderators didn''t hide, by people in visible_people for a viewer (null: a visitor). Checks neither the '
  'post or discussion, nor the comment that a reply answers: for statements that already did.';

comment on function visible_comments(uuid) is
  'Comments a viewer (null: a visitor) can see. Moderators hid neither the comment nor its post or discussion. It is by '
  'the viewer; or its author is in visible_people, its post is in visible_posts, or its discussion in '
  'visible_discussions, and a reply''s parent comment is in comments_by_visible_people. So people still see what they '
  'wrote about a post they can no longer see.';

comment on function visible_mentions(uuid) is
  'Mentions of people in visible_people for a viewer (null: a visitor). Doesn''t check the text that contains them.';

comment on function mentions_in_post(uuid, uuid) is
  'The contract''s Mentions in a post, from visible_mentions. Mentions of people whom the viewer can''t see stay plain '
  'text. Doesn''t check the post.';

comment on function mentions_in_comment(uuid, uuid) is
  'The same as mentions_in_post for a comment, from visible_mentions.';

comment on function mentions_in_discussion(uuid, uuid) is
  'The same as mentions_in_post for a discussion, from visible_mentions.';

-- Lists and messages.

comment on function editable_lists(uuid) is
  'Lists that a person owns, or that someone shares with a crew of which the person is a member. A shared list is '
  'inaccessible while moderators hide it, and while its owner isn''t in visible_people. Doesn''t check the spots in it.';

comment on function visible_lists(uuid, text) is
  'Lists that a viewer (null: a visitor) can read: their own, even if hidden. Of other people: public ones, ones for a '
  'crew of which the viewer is a member, and the one with this link, if moderators didn''t hide them and their owner is '
  'in visible_people. Doesn''t check the spots in them.';

comment on function list_summary(uuid, uuid) is
  'How many of a list''s spots are in visible_spots for the viewer, and the first cover of these spots that is in '
  'visible_media. Doesn''t check the list.';

comment on function visible_message_sides(uuid) is
  'A person''s own sides of their conversations with people in visible_people. Includes conversations with muted people.';

comment on function message_share(uuid, messages) is
  'The spot, item, or list in a message, for its reader. It is null unless the reader finds it in visible_spots, '
  'visible_posts, or visible_lists; a list also by the link in the message. So a public spot stays visible across a '
  'block, without its cover if that isn''t in visible_media.';

-- Areas.

comment on function visible_bulletins(uuid) is
  'Bulletins that have started, haven''t ended, and whose spot, if any, is in visible_spots for a viewer (null: a '
  'visitor). Doesn''t check their author.';

comment on function visible_area_updates(uuid) is
  'Changes in followed areas that a person can be notified about. A new spot is in visible_new_spots, every other spot '
  'in visible_spots, and a bulletin hasn''t ended. Doesn''t check whether the person still follows the area.';

-- Notifications.

comment on function may_be_notified(uuid, text, uuid, uuid, uuid) is
  'One row if a notification can be stored for a person: they exist, aren''t the actor, haven''t turned off the type, '
  'and have no block between them and the actor (null: Nollie itself). The post, if any, isn''t in withheld_posts, and '
  'the author of the post or discussion is in visible_people. Checks no one else, such as the author of the parent '
  'comment, and neither mutes, suspended actors, nor hidden content: notifications_by_visible_people and '
  'has_visible_target leave those out when the person reads. Likes on posts don''t use this function: '
  'nollie_rollup_counters checks the same actor, type, and block.';

comment on function notifications_by_visible_people(uuid) is
  'A person''s notifications, except ones by people they can''t see (visible_people) or mute; Nollie''s own have no '
  'actor. The like, follow, open invitation, or answer to a session (visible_meetup_guests) that caused one must '
  'still exist: the row outlives it, so that liking again on the same date doesn''t insert a second row, and a like from a later date doesn''t '
  'count. A comment must not be hidden, nor reply to someone the person can''t see, unless it replies to them. '
  'Doesn''t check the post, discussion, or spot: has_visible_target does. `between x and x` looks up likes by primary '
  'key, where an item''s likes are adjacent; with `=`, the planner also read the index by person, where they are '
  'scattered.';

comment on function notifications_of_line(uuid, text, uuid, smallint, date) is
  'An entry''s rows of notifications_by_visible_people. So it leaves out people across a block, suspended and muted '
  'people, likes, follows, invitations, and answers that no longer exist, hidden comments, and replies to people the '
  'viewer can''t see. Doesn''t check what the entry is about: has_visible_target does.';

comment on function has_visible_target(uuid, notifications) is
  'One row if the viewer can see what a notification is about: its post is in visible_posts, its discussion in '
  'visible_discussions. New spots, areas, and lists need at least one row of visible_new_spots, visible_area_updates, '
  'or notified_list_spots. A session is in visible_meetups. The spot of saved_spot_state is in visible_spots; the spot '
  'of spot_state isn''t deleted, because only its creator gets this type. Other types have no further condition. '
  'Doesn''t check the actor and the comment: notifications_by_visible_people does.';

comment on function notification_days(uuid, date) is
  'The days on which a person has notifications, newest first, until a day (null: all). Includes days whose '
  'notifications are all invisible. A viral day can be a single entry with 100,000 rows, so this and notification_lines '
  'skip from entry to entry instead of grouping rows.';

comment on function notification_lines(uuid, date) is
  'A person''s entries of a day, by type, target, and item. Checks no visibility: notifications_of_line and '
  'has_visible_target do.';

comment on function notified_areas(uuid, uuid) is
  'The areas that a notification is about: the one with the newest change, and what changed in all of them, from '
  'visible_area_updates. Null if the viewer sees none of the changes.';

comment on function notified_new_spots(uuid, uuid) is
  'The newest of the new spots that a notification is about, and their number, from visible_new_spots.';

comment on function notified_list(uuid, uuid, timestamptz, date) is
  'The list that a notification is about, with its spots, from notified_list_spots. Nulls and 0 if there are none.';

comment on function notified_list_spots(uuid, uuid, timestamptz, date) is
  'Spots of visible_spots that were added to a list of editable_lists on the same date (UTC), since a notification was '
  'created. Doesn''t check who added them.';
