/** A post as the rules see it. `hiddenBy` is either a moderator's decision or the deletion of the post's spot. */
export type ModelPost = {
  author: number
  spot: string | null
  hiddenBy: 'case' | 'spot' | null
  made: boolean
}
/** A comment as the rules see it. */
export type ModelComment = { author: number; post: string; parent: string | null }

/** The expected community after all calls so far. People are numbers; sets contain pairs such as `1 <post id>`. */
export type State = {
  people: { suspended: boolean; leaving: boolean; left: boolean }[]
  spots: Map<string, { creator: number | null; deleted: boolean }>
  posts: Map<string, ModelPost>
  comments: Map<string, ModelComment>
  likes: Set<string>
  commentLikes: Set<string>
  saves: Set<string>
  follows: Set<string>
  blocks: Set<string>
}

/** Creates a community with this many people and no content. */
export function emptyState(people: number): State {
  return {
    people: Array.from({ length: people }, () => ({ suspended: false, leaving: false, left: false })),
    spots: new Map(),
    posts: new Map(),
    comments: new Map(),
    likes: new Set(),
    commentLikes: new Set(),
    saves: new Set(),
    follows: new Set(),
    blocks: new Set(),
  }
}

function isHidden({ people }: State, who: number): boolean {
  const person = people[who]
  return !person || person.suspended || person.leaving || person.left
}

/** Whether a person is active, which means neither hidden nor deleted. */
export function isActive(state: State, who: number): boolean {
  return !isHidden(state, who)
}

/** Whether one of two people blocks the other. */
export function isAcross({ blocks }: State, a: number, b: number): boolean {
  return blocks.has(`${a} ${b}`) || blocks.has(`${b} ${a}`)
}

/** Whether a viewer can see a person. */
export function sees(state: State, viewer: number, who: number): boolean {
  return !isHidden(state, who) && !isAcross(state, viewer, who)
}

/** Whether a viewer can see a post. */
export function seesPost(state: State, viewer: number, id: string): boolean {
  const post = state.posts.get(id)
  return post !== undefined && post.hiddenBy === null && sees(state, viewer, post.author)
}

/** Whether a viewer can see a comment in lists. */
export function seesComment(state: State, viewer: number, { author, post, parent }: ModelComment): boolean {
  const above = parent === null ? undefined : state.comments.get(parent)
  return (
    seesPost(state, viewer, post) &&
    sees(state, viewer, author) &&
    (above === undefined || sees(state, viewer, above.author))
  )
}

/** Whether a viewer can access a comment by its ID. They can always access their own, unless its post is hidden. */
export function findsComment(state: State, viewer: number, id: string): boolean {
  const comment = state.comments.get(id)
  if (!comment || state.posts.get(comment.post)?.hiddenBy !== null) return false
  return comment.author === viewer || seesComment(state, viewer, comment)
}

function drop(set: Set<string>, isGone: (one: string, other: string) => boolean): void {
  for (const pair of set) if (isGone(...(pair.split(' ') as [string, string]))) set.delete(pair)
}

/** Deletes a comment along with its replies and their likes. */
export function dropComment(state: State, id: string): void {
  for (const [one, { parent }] of state.comments)
    if (one === id || parent === id) {
      state.comments.delete(one)
      drop(state.commentLikes, (_, comment) => comment === one)
    }
}

/** Deletes a post and everything that refers to it. */
export function dropPost(state: State, id: string): void {
  for (const [one, { post }] of state.comments) if (post === id) dropComment(state, one)
  state.posts.delete(id)
  drop(state.likes, (_, post) => post === id)
  drop(state.saves, (_, post) => post === id)
}

/** Hides a spot and its posts, or restores the spot and the posts that were hidden along with it. */
export function setDeleted(state: State, id: string, deleted: boolean): void {
  const spot = state.spots.get(id)
  if (!spot || spot.deleted === deleted) return
  spot.deleted = deleted
  const [from, to] = deleted ? ([null, 'spot'] as const) : (['spot', null] as const)
  for (const post of state.posts.values()) if (post.spot === id && post.hiddenBy === from) post.hiddenBy = to
}

/** Blocks a person, which also removes follows between the two people. */
export function block(state: State, a: number, b: number): void {
  state.blocks.add(`${a} ${b}`)
  for (const pair of [`${a} ${b}`, `${b} ${a}`]) state.follows.delete(pair)
}

/** Removes a person and all their content. A spot with other people's posts remains. */
export function dropPerson(state: State, who: number): void {
  const isTheirs = (one: string) => one === String(who)
  for (const [id, spot] of state.spots) {
    if (spot.creator !== who) continue
    const others = [...state.posts.values()].some((post) => post.spot === id && post.author !== who)
    if (others) spot.creator = null
    else {
      for (const [post, { spot: at }] of state.posts) if (at === id) dropPost(state, post)
      state.spots.delete(id)
    }
  }
  for (const [id, { author }] of state.posts) if (author === who) dropPost(state, id)
  for (const [id, { author }] of state.comments) if (author === who) dropComment(state, id)
  for (const set of [state.likes, state.commentLikes, state.saves]) drop(set, isTheirs)
  for (const set of [state.follows, state.blocks]) drop(set, (a, b) => isTheirs(a) || isTheirs(b))
  Object.assign(state.people[who] ?? {}, { suspended: false, leaving: false, left: true })
}

/** Formats the state as a string. Equal states give equal strings. */
export function formatState(state: State): string {
  return JSON.stringify(
    Object.entries(state).map(([name, value]) => [
      name,
      value instanceof Map
        ? [...value].toSorted(([a], [b]) => a.localeCompare(b))
        : value instanceof Set
          ? [...value].toSorted()
          : value,
    ]),
  )
}
