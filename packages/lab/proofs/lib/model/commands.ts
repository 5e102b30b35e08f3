import { type Actor, Refused } from '../../../../../apps/server/test/actors/actor.ts'
import {
  block,
  dropComment,
  dropPerson,
  dropPost,
  findsComment,
  isActive,
  seesPost,
  sees,
  setDeleted,
  type State,
} from './state.ts'

/** A command's target. */
type Target = { person: number; post: string; comment: string; spot: string }
/** An API call with its actor, action, and target. */
export type Command = { kind: Kind; who: number } & Target
/** A command's result: the ID of the created object, an empty string, or null if the command was refused. */
export type Outcome = string | null

/** The people in a sequence, and everything they need besides the API. */
export type Cast = {
  actors: readonly Actor[]
  admin: Actor
  /** Creates a processed photo with a file for a person. */
  photo: (who: number) => Promise<string>
  /** Gives a person a new session. */
  renew: (who: number) => Promise<void>
  /** Ends a person's grace period and deletes the account. */
  endGrace: (who: number) => Promise<void>
}

type Rule = {
  /** Whether the rules allow the command now; undefined if the rules leave it open. */
  isAllowed: (state: State, command: Command) => boolean | undefined
  apply: (state: State, command: Command, made: string) => void
  call: (cast: Cast, actor: Actor, command: Command) => Promise<string | void>
  /** Set if the command takes several calls or transactions, so nothing else may run at the same time. */
  isAlone?: true
}

function own(id: { id: string }): string {
  return id.id
}

function nothing() {
  return undefined
}

const WHY = 'A reason of the model.'
const SPOT = {
  description: 'Marble.',
  address: null,
  city: null,
  state: null,
  country: null,
  postal_code: null,
}

function whereSeen(state: State, { who, post }: Command): boolean {
  return isActive(state, who) && seesPost(state, who, post)
}

function whereFound(state: State, { who, comment }: Command): boolean {
  return isActive(state, who) && findsComment(state, who, comment)
}

function otherSeen(state: State, { who, person }: Command): boolean {
  return who !== person && isActive(state, who) && sees(state, who, person)
}

function other(state: State, { who, person }: Command): boolean {
  return who !== person && isActive(state, who) && state.people[person]?.left === false
}

function isSpot(state: State, id: string): boolean {
  return state.spots.get(id)?.deleted === false
}

function stays(state: State, { person }: Command): boolean {
  return state.people[person]?.left === false
}

function addPost(state: State, { who, spot }: Command, id: string): void {
  state.posts.set(id, { author: who, spot, hiddenBy: null, made: false })
}

const RULES = {
  share: {
    isAllowed: (state, { who }) => isActive(state, who),
    apply: (state, { who }, id) => {
      state.posts.set(id, { author: who, spot: null, hiddenBy: null, made: false })
    },
    call: async (cast, actor, { who }) =>
      own(
        await actor.shareContent({ title: 'A line', content: 'Twice.', media_ids: [await cast.photo(who)] }),
      ),
  },
  'share a spot': {
    isAllowed: (state, { who }) => isActive(state, who),
    // The result has two IDs: the spot's, and the ID of the post that created it.
    apply: (state, { who }, made) => {
      const [spot = '', post = ''] = made.split(' ')
      state.spots.set(spot, { creator: who, deleted: false })
      state.posts.set(post, { author: who, spot, hiddenBy: null, made: true })
    },
    call: async (cast, actor, { who }) => {
      const { id } = await actor.shareSpot({
        ...SPOT,
        name: 'A ledge',
        latitude: 41.38,
        longitude: 2.16,
        difficulty_level: 'intermediate',
        spot_types: ['ledges'],
        media_ids: [await cast.photo(who)],
      })
      return `${id} ${await cast.actors[who]?.getSpotGallery(id).then(({ items }) => items[0]?.post_id)}`
    },
    isAlone: true,
  },
  'post at a spot': {
    isAllowed: (state, { who, spot }) => isActive(state, who) && isSpot(state, spot),
    apply: addPost,
    call: async (cast, actor, { who, spot }) =>
      own(
        await actor.addMedia({
          spot_id: spot,
          media_ids: [await cast.photo(who)],
          title: 'Here',
          content: null,
        }),
      ),
  },
  like: {
    isAllowed: whereSeen,
    apply: (state, { who, post }) => void state.likes.add(`${who} ${post}`),
    call: (_, actor, { post }) => actor.likeMedia(post, 0).then(nothing),
  },
  unlike: {
    isAllowed: whereSeen,
    apply: (state, { who, post }) => void state.likes.delete(`${who} ${post}`),
    call: (_, actor, { post }) => actor.unlikeMedia(post, 0).then(nothing),
  },
  save: {
    isAllowed: whereSeen,
    apply: (state, { who, post }) => void state.saves.add(`${who} ${post}`),
    call: (_, actor, { post }) => actor.savePost(post).then(nothing),
  },
  unsave: {
    isAllowed: whereSeen,
    apply: (state, { who, post }) => void state.saves.delete(`${who} ${post}`),
    call: (_, actor, { post }) => actor.unsavePost(post).then(nothing),
  },
  comment: {
    isAllowed: whereSeen,
    apply: (state, { who, post }, id) => void state.comments.set(id, { author: who, post, parent: null }),
    call: async (_, actor, { post }) => own(await actor.addComment(post, { content: 'Clean.' })),
  },
  reply: {
    isAllowed: (state, { who, comment }) => {
      const above = state.comments.get(comment)
      return (
        isActive(state, who) &&
        above?.parent === null &&
        seesPost(state, who, above.post) &&
        (above.author === who || sees(state, who, above.author))
      )
    },
    apply: (state, { who, comment }, id) => {
      const post = state.comments.get(comment)?.post ?? ''
      state.comments.set(id, { author: who, post, parent: comment })
    },
    call: async (_, actor, { comment, post }) =>
      own(await actor.addComment(post, { content: 'Indeed.', parent_comment_id: comment })),
  },
  'delete a comment': {
    isAllowed: (state, command) =>
      whereFound(state, command) && state.comments.get(command.comment)?.author === command.who,
    apply: (state, { comment }) => dropComment(state, comment),
    call: (_, actor, { comment }) => actor.removeComment(comment),
  },
  'like a comment': {
    isAllowed: whereFound,
    apply: (state, { who, comment }) => void state.commentLikes.add(`${who} ${comment}`),
    call: (_, actor, { comment }) => actor.likeComment(comment).then(nothing),
  },
  'unlike a comment': {
    isAllowed: whereFound,
    apply: (state, { who, comment }) => void state.commentLikes.delete(`${who} ${comment}`),
    call: (_, actor, { comment }) => actor.unlikeComment(comment).then(nothing),
  },
  'delete a post': {
    isAllowed: (state, { who, post }) => {
      const found = state.posts.get(post)
      return isActive(state, who) && found?.author === who && found.hiddenBy === null
    },
    apply: (state, { post }) => {
      const found = state.posts.get(post)
      if (found?.made && found.spot !== null) setDeleted(state, found.spot, true)
      else dropPost(state, post)
    },
    call: (_, actor, { post }) => actor.removePost(post).then(nothing),
  },
  'delete a spot': {
    isAllowed: (state, { who, spot }) =>
      isActive(state, who) && isSpot(state, spot) && state.spots.get(spot)?.creator === who,
    apply: (state, { spot }) => setDeleted(state, spot, true),
    call: (_, actor, { spot }) => actor.removeSpot(spot),
  },
  'restore a spot': {
    isAllowed: (state, { spot }) => state.spots.has(spot),
    apply: (state, { spot }) => setDeleted(state, spot, false),
    call: ({ admin }, _, { spot }) => admin.restoreSpot(spot).then(nothing),
  },
  'hide a post': {
    // People can still be reported by someone who blocks them.
    isAllowed: (state, { who, post }) => {
      const found = state.posts.get(post)
      if (!found || found.hiddenBy !== null || found.author === who) return false
      const { author } = found
      return isActive(state, who) && isActive(state, author) && !state.blocks.has(`${author} ${who}`)
    },
    apply: (state, { post }) => {
      const found = state.posts.get(post)
      if (found) found.hiddenBy = 'case'
    },
    call: async ({ admin }, actor, { post }) => {
      await actor.report({ report_type: 'spam', description: null, reported_post_id: post })
      const { items } = await admin.listCases()
      await admin.decideCase(items.at(-1)?.id ?? '', { action: 'hide', reason: WHY, spot_texts: 'keep' })
    },
    isAlone: true,
  },
  follow: {
    isAllowed: otherSeen,
    apply: (state, { who, person }) => void state.follows.add(`${who} ${person}`),
    call: ({ actors }, actor, { person }) => actor.followPerson(actors[person]?.user_id ?? '').then(nothing),
  },
  unfollow: {
    isAllowed: otherSeen,
    apply: (state, { who, person }) => void state.follows.delete(`${who} ${person}`),
    call: ({ actors }, actor, { person }) =>
      actor.unfollowPerson(actors[person]?.user_id ?? '').then(nothing),
  },
  block: {
    isAllowed: other,
    apply: (state, { who, person }) => block(state, who, person),
    call: ({ actors }, actor, { person }) => actor.blockPerson(actors[person]?.user_id ?? '').then(nothing),
  },
  unblock: {
    isAllowed: (state, command) => isActive(state, command.who) && stays(state, command),
    apply: (state, { who, person }) => void state.blocks.delete(`${who} ${person}`),
    call: ({ actors }, actor, { person }) => actor.unblockPerson(actors[person]?.user_id ?? '').then(nothing),
  },
  suspend: {
    isAllowed: stays,
    apply: (state, { person }) => void Object.assign(state.people[person] ?? {}, { suspended: true }),
    call: ({ admin, actors }, _, { person }) =>
      admin.suspendPerson(actors[person]?.user_id ?? '', { reason: WHY }),
  },
  'end a suspension': {
    isAllowed: stays,
    apply: (state, { person }) => void Object.assign(state.people[person] ?? {}, { suspended: false }),
    call: async ({ admin, actors, renew }, _, { person }) => {
      await admin.unsuspend(actors[person]?.user_id ?? '')
      await renew(person)
    },
    isAlone: true,
  },
  leave: {
    isAllowed: (state, { who }) => isActive(state, who),
    apply: (state, { who }) => void Object.assign(state.people[who] ?? {}, { leaving: true }),
    call: (_, actor) => actor.deleteAccount({ password: actor.password, content: 'remove' }).then(nothing),
  },
  return: {
    // Suspended people also get a session, but only to access their own data.
    isAllowed: (state, { who }) => {
      const person = state.people[who]
      if (person?.left) return false
      return person?.suspended ? undefined : true
    },
    apply: (state, { who }) => void Object.assign(state.people[who] ?? {}, { leaving: false }),
    call: async ({ renew }, actor, { who }) => {
      await actor.signInAndCancelDeletion({ email: actor.email, password: actor.password })
      await renew(who)
    },
    isAlone: true,
  },
  'end the grace': {
    isAllowed: () => true,
    apply: (state, { person }) => {
      if (state.people[person]?.leaving) dropPerson(state, person)
    },
    call: ({ endGrace }, _, { person }) => endGrace(person),
    isAlone: true,
  },
} satisfies Record<string, Rule>

/** The kinds of actions in a sequence. */
export type Kind = keyof typeof RULES
/** All kinds of commands. */
export const KINDS = Object.keys(RULES) as Kind[]

function getRule({ kind }: Command): Rule {
  return RULES[kind]
}

/** Whether a command must not run concurrently with others. */
export function runsAlone(command: Command): boolean {
  return getRule(command).isAlone === true
}

/** Whether the server gave up waiting without changing anything, as it does on a machine that's too busy. */
export function isBusy(error: unknown): boolean {
  return error instanceof Refused && error.code === 'UNAVAILABLE'
}

/** Sends a command; returns null if it's refused. Throws any other error. */
export async function send(cast: Cast, command: Command): Promise<Outcome> {
  const actor = cast.actors[command.who]
  if (!actor) throw new Error(`nobody is ${command.who}`)
  try {
    return (await getRule(command).call(cast, actor, command)) ?? ''
  } catch (error) {
    if (isBusy(error)) return send(cast, command)
    if (error instanceof Refused && error.status >= 400 && error.status < 500) return null
    throw error
  }
}

/** Returns the state after these commands and outcomes, one by one; null if the rules don't allow an outcome. */
export function after(state: State, done: readonly { command: Command; outcome: Outcome }[]): State | null {
  const next = structuredClone(state)
  for (const { command, outcome } of done) {
    const rule = getRule(command)
    const isAllowed = rule.isAllowed(next, command)
    if (isAllowed !== undefined && isAllowed !== (outcome !== null)) return null
    if (outcome !== null) rule.apply(next, command, outcome)
  }
  return next
}
