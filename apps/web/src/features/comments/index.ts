export { AddFailed } from './add-failed.ts'
export { CommentsPanel, type CommentsPanelProps } from './comments-panel.tsx'
