export { type QuotaRedisOptions, quotaRedis, type RedisClient } from "./quota-redis.ts";
