import type { FastifyInstance } from 'fastify';
import type { Ports, QueueMail } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { ANNOUNCEMENTS_ROOM, mountAnnouncements } from './announcements.ts';
import { notificationEvents } from './events.ts';
import { mountNotifications } from './notifications.ts';
import { TOLD, tellReminders } from './reminders.ts';

export { makeNotifier } from './notify.ts';
export { noticesSeen } from './events.ts';
export { makePost } from './reminders.ts';

/** Notifications: the bell's list, which events come by mail, announcements, and reminders as `tell` gives notice of them. */
export function notificationsServer(app: FastifyInstance, services: Services, ports: Ports, tell: QueueMail) {
  mountNotifications(app, services);
  mountAnnouncements(app, services);
  return {
    events: notificationEvents(ports),
    timers: { [TOLD]: (tx, { key }) => tellReminders(tx, tell, key) },
    live: (socket) => socket.join(ANNOUNCEMENTS_ROOM),
  } satisfies FeatureServer;
}
