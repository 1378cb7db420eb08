#include "CPeers.h"

#if !__has_include(<embree3/rtcore.h>)
#error "Embree is missing: scripts/setup/bootstrap installs libembree-dev"
#endif
#include <cmath>
#include <cstring>
#include <embree3/rtcore.h>
#include <limits>

struct peer_embree {
    RTCDevice device;
    RTCScene scene;
};

peer_embree *peer_embree_build(const float *corners, size_t count, int robust) {
    auto *peer = new peer_embree;
    peer->device = rtcNewDevice("threads=1,set_affinity=0");
    peer->scene = rtcNewScene(peer->device);
    rtcSetSceneFlags(peer->scene, robust ? RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_NONE);
    const RTCGeometry geometry = rtcNewGeometry(peer->device, RTC_GEOMETRY_TYPE_QUAD);
    void *vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                             3 * sizeof(float), 4 * count);
    std::memcpy(vertices, corners, 12 * sizeof(float) * count);
    auto *indices = static_cast<unsigned *>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT4, 4 * sizeof(unsigned), count));
    for (size_t i = 0; i < 4 * count; i++) indices[i] = static_cast<unsigned>(i);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(peer->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(peer->scene);
    return peer;
}

void peer_embree_free(peer_embree *peer) {
    rtcReleaseScene(peer->scene);
    rtcReleaseDevice(peer->device);
    delete peer;
}

static void set(RTCRay &ray, const float *numbers) {
    ray.org_x = numbers[0], ray.org_y = numbers[1], ray.org_z = numbers[2];
    ray.dir_x = numbers[3], ray.dir_y = numbers[4], ray.dir_z = numbers[5];
    ray.tnear = 0, ray.tfar = std::numeric_limits<float>::infinity();
    ray.time = 0, ray.mask = ~0u, ray.id = 0, ray.flags = 0;
}

size_t peer_embree_nearest(const peer_embree *peer, const float *rays, size_t count, unsigned *quads) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    size_t hits = 0;
    for (size_t i = 0; i < count; i++) {
        RTCRayHit cast;
        set(cast.ray, rays + 6 * i);
        cast.hit.geomID = RTC_INVALID_GEOMETRY_ID, cast.hit.primID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(peer->scene, &context, &cast);
        quads[i] = cast.hit.primID;
        hits += cast.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    }
    return hits;
}

const char *peer_embree_version(void) { return "Embree " RTC_VERSION_STRING; }
