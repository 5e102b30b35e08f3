export {
  AT_PAGE_START,
  requestTime,
  receiveItem,
  receivePosts,
  toggleLike,
  useComments,
  useItem,
  items,
} from './item-counts.ts'
export { publishLoaded, publishPost, onPostChange, type PostChange } from './post-listeners.ts'
export {
  countNewer,
  deletePost,
  editPost,
  type FeedFilter,
  feedQuery,
  postQuery,
  relatedQuery,
  savePost,
  setPostAudience,
} from './post-requests.ts'
export { likeKinds } from './outbox-kinds.ts'
