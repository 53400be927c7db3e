declare module '../../platform/ports.ts' {
  interface Ports {
    noticesSeen: NoticesSeen;
  }
}

/** What told one person of what stands at this address of the site counts as read: they have seen it there. */
export type NoticesSeen = (userId: number, link: string) => Promise<void>;
