export { FoldedLanguageLinks, VisitorLanguageLinks } from './visitor-language-links.tsx'
export { useLeaveQuestion } from './use-leave-question.tsx'
