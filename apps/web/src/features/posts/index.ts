export { agoText, useAgo } from './ago.ts'
export { NOTHING, type Counts } from './item-store.ts'
export {
  AT_PAGE_START,
  requestTime,
  itemsOf,
  receiveItem,
  receivePosts,
  toggleLike,
  useComments,
  useItem,
} from './items.ts'
export { LikeButton } from './like-button.tsx'
export { LikesCount, LikesDialog } from './likes-dialog.tsx'
export { publishLoaded, publishPost, onPostChange, type PostChange } from './post-changes.ts'
export {
  countNewer,
  deletePost,
  editPost,
  type FeedFilter,
  feedQuery,
  likesQuery,
  postQuery,
  relatedQuery,
  savePost,
} from './post-requests.ts'
export { SAVED_KEY, SaveButton } from './save-button.tsx'
