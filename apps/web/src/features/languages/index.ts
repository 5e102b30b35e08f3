export { LanguageLinks } from './language-links.tsx'
export { useLeaveQuestion } from './use-leave-question.tsx'
