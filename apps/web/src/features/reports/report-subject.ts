/** What a report is about. */
export type ReportSubject = {
  kind:
    | 'spot'
    | 'post'
    | 'comment'
    | 'user'
    | 'message'
    | 'discussion'
    | 'list'
    | 'bulletin'
    | 'crew'
    | 'meetup'
  id: string
}
