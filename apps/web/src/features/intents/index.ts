export { VisitorActions } from './visitor-actions.tsx'
