/** One person: profile, spots, posts, pictures, activity. */
export const profileKeys = {
  all: ['profiles'] as const,
  /** A part of somebody's page; `profile` is its head. */
  part: <P extends 'profile' | 'spots' | 'posts' | 'pictures' | 'activity' | 'blocked'>(
    part: P,
    user_id: string,
  ) => ['profiles', part, user_id] as const,
}
