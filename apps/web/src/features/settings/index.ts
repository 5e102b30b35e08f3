export { ExportSection } from './export-section.tsx'
export { DeleteAccountSection } from './delete-account-section.tsx'
export { CardState, Section } from './section.tsx'
export { SessionsSection } from './sessions-section.tsx'
export { SettingsScreen } from './settings-screen.tsx'
/** How its cards look, for screens that look the same. */
export { default as settingsLook } from './settings.module.css'
