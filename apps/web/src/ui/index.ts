export { AppShell, Page, useWide } from './app-shell.tsx'
export { Avatar } from './avatar.tsx'
export {
  Chip,
  DifficultyBadge,
  DifficultyMark,
  difficultyLabel,
  TypeBadge,
  TypeChip,
  typeLabel,
} from './badge.tsx'
export { Button, ButtonLink } from './button.tsx'
export { ConfirmDialog } from './confirm-dialog.tsx'
export { copyLink } from './copy-link.ts'
export { Dock, Rail } from './dock.tsx'
export { EmptyState } from './empty-state.tsx'
export { Field, Textarea } from './field.tsx'
export { CollapsibleText } from './collapsible-text.tsx'
export { HeaderBar } from './header-bar.tsx'
export { IconButton } from './icon-button.tsx'
export { AppLink } from './link.tsx'
export { LinkField } from './link-field.tsx'
export { Failed, Loaded, NextPage } from './list-states.tsx'
export { Menu, MenuItem } from './menu.tsx'
export { Time } from './time.tsx'
export { NewItemsPill } from './new-items-pill.tsx'
export { OfflineBanner, useOnline } from './offline-banner.tsx'
export { Photo } from './photo.tsx'
export { Popover } from './popover.tsx'
export { Roll } from './roll.tsx'
export { ComposeForm } from './compose-form.tsx'
export { SearchField } from './search-field.tsx'
export { Sheet } from './sheet.tsx'
export { Loading, Skeleton } from './skeleton.tsx'
export { Spinner } from './spinner.tsx'
export { StaleNotice } from './stale-notice.tsx'
export { Tabs } from './tabs.tsx'
export { closeToast, toast } from './toast.ts'
export { familyOf, TypeGlyph, TypePin } from './type-glyph.tsx'
export { Wordmark } from './wordmark.tsx'
export { MentionText } from './mention-text.tsx'
