import type { FastifyInstance } from 'fastify';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { ANNOUNCEMENTS_ROOM, mountAnnouncements } from './announcements.ts';
import { notificationEvents } from './events.ts';
import { mountNotifications } from './notifications.ts';

export { makeNotifier } from './notify.ts';

/** Notifications: the bell's list, which events come by mail, announcements. */
export function notificationsServer(app: FastifyInstance, services: Services, ports: Ports): FeatureServer {
  mountNotifications(app, services);
  mountAnnouncements(app, services);
  return { events: notificationEvents(ports), live: (socket) => socket.join(ANNOUNCEMENTS_ROOM) };
}
