export { LikeButton } from './like-button.tsx'
export { LikesCount, LikesDialog } from './likes-dialog.tsx'
