export { CommentsPanel, type CommentsPanelProps } from './comments-panel.tsx'
