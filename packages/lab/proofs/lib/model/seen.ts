import { type Actor, Refused } from '../../../../../apps/server/test/actors/actor.ts'
import { findsComment, isAcross, seesComment, sees, seesPost, type State } from './state.ts'

function sorted(ids: Iterable<string>): string {
  return [...ids].toSorted().join(' ')
}

/** Returns a call's result, or null if it fails with a 404. */
function orNothing<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  })
}

function listPeople(set: Set<string>, which: string, place: 0 | 1): number[] {
  return [...set]
    .map((pair) => pair.split(' '))
    .filter((pair) => pair[1 - place] === which)
    .map((pair) => Number(pair[place]))
}

/** Counts a post's likes and comments as a viewer sees them, without those by people across a block from the viewer. */
function countItems(state: State, viewer: number, post: string) {
  return {
    likes: listPeople(state.likes, post, 0).filter((who) => !isAcross(state, viewer, who)).length,
    comments: [...state.comments.values()].filter((comment) => {
      const above = comment.parent === null ? undefined : state.comments.get(comment.parent)
      return (
        comment.post === post &&
        !isAcross(state, viewer, comment.author) &&
        !(above && isAcross(state, viewer, above.author))
      )
    }).length,
  }
}

/**
 * Compares one person's API responses with what the rules allow them to see. Returns a sentence for each difference.
 * `pick` chooses the post and the person to check in detail.
 */
export async function differencesFor(
  state: State,
  actors: readonly Actor[],
  viewer: number,
  pick: (limit: number) => number,
): Promise<string[]> {
  const me = actors[viewer]
  if (!me) throw new Error(`nobody is ${viewer}`)
  const errors: string[] = []
  const compare = (what: string, got: unknown, wanted: unknown) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)]
    if (a !== b) errors.push(`${what} of ${viewer}: ${a} instead of ${b}`)
  }
  const getId = (who: number): string => actors[who]?.user_id ?? ''
  const seen = [...state.posts.keys()].filter((id) => seesPost(state, viewer, id))

  // The page may include posts from another sequence, whose authors aren't among these people.
  const feed = (await me.listPosts()).items.filter(({ user_id }) =>
    actors.some((one) => one.user_id === user_id),
  )
  compare('feed', sorted(feed.map(({ id }) => id)), sorted(seen))
  for (const { id, media, words, comments_count, saved } of feed) {
    const item = media[0] ?? words
    const wanted = countItems(state, viewer, id)
    compare(`counts of ${id}`, [item?.likes_count, comments_count], [wanted.likes, wanted.comments])
    const pair = `${viewer} ${id}`
    compare(`marks of ${id}`, [item?.liked, saved], [state.likes.has(pair), state.saves.has(pair)])
  }
  const savedPosts = (await me.listSavedPosts()).items.map(({ id }) => id)
  const wantedSaved = seen.filter((id) => state.saves.has(`${viewer} ${id}`))
  compare('saved posts', sorted(savedPosts), sorted(wantedSaved))

  const all = [...state.posts.keys()]
  const post = all[pick(all.length)]
  if (post) {
    const isSeen = seesPost(state, viewer, post)
    const comments = await orNothing(me.listComments(post))
    const listed = comments?.items.flatMap((one) => [one, ...one.replies])
    const wanted = [...state.comments].filter(
      ([, comment]) => comment.post === post && seesComment(state, viewer, comment),
    )
    compare(
      `comments on ${post}`,
      listed && sorted(listed.map(({ id }) => id)),
      isSeen ? sorted(wanted.map(([id]) => id)) : undefined,
    )
    for (const { id, likes_count, liked } of listed ?? []) {
      const likers = listPeople(state.commentLikes, id, 0).filter((who) => !isAcross(state, viewer, who))
      compare(
        `likes of comment ${id}`,
        [likes_count, liked],
        [likers.length, state.commentLikes.has(`${viewer} ${id}`)],
      )
    }
    const likes = await orNothing(me.listLikes(post, 0))
    const likers = listPeople(state.likes, post, 0).filter((who) => sees(state, viewer, who))
    compare(
      `likes of ${post}`,
      likes && sorted(likes.items.map(({ user_id }) => user_id)),
      isSeen ? sorted(likers.map(getId)) : null,
    )
  }

  const who = pick(actors.length)
  const profile = await orNothing(me.getProfile(getId(who)))
  compare(`profile of ${who}`, profile !== null, sees(state, viewer, who))
  if (profile) {
    const follows = (place: 0 | 1) =>
      listPeople(state.follows, String(who), place).filter((one) => sees(state, viewer, one)).length
    const posts = [...state.posts.values()].filter(
      ({ author, hiddenBy }) => author === who && hiddenBy === null,
    ).length
    const { followers_count, following_count, posts_count } = profile
    compare(
      `numbers of ${who}`,
      [followers_count, following_count, posts_count],
      [follows(0), follows(1), posts],
    )
    const followers = (await me.listFollowers(getId(who))).items.map(({ user_id }) => user_id)
    const wanted = listPeople(state.follows, String(who), 0).filter((one) => sees(state, viewer, one))
    compare(`followers of ${who}`, sorted(followers), sorted(wanted.map(getId)))
  }

  for (const { type, actors: from, comment } of (await me.listNotifications()).items) {
    const hidden = from.filter(({ user_id }) => {
      const number = actors.findIndex((one) => one.user_id === user_id)
      return number >= 0 && !sees(state, viewer, number)
    })
    if (hidden.length > 0) errors.push(`${viewer} is notified by somebody they do not see: ${type}`)
    if (comment && !findsComment(state, viewer, comment.id))
      errors.push(`${viewer} is notified of a comment they do not see: ${type} ${comment.id}`)
  }
  return errors
}
