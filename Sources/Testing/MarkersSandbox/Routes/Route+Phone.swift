internal import HTTPServer

extension Route {
    /// The routes of the phone, at the root of the port, and two that only a sandbox can have.
    static let phoneRoutes = [
        Route(
            .get, "/health", .phoneHealth, "says what the phone does", .ok(PhoneReplies.health.shape),
            isPhone: true, work: Sandbox.phoneHealth),
        Route(
            .get, "/status", .phoneStatus, "says how the phone is doing", .ok(PhoneReplies.status.shape),
            isPhone: true, work: Sandbox.phoneStatus),
        Route(
            .post, "/detect", .detect, "finds objects in the latest frame", body: .needed(detection),
            .ok(PhoneReplies.detection.shape), isPhone: true, work: Sandbox.detect),
        Route(
            .post, "/capture", .capture, "answers the latest picture", .picture, isPhone: true,
            work: Sandbox.capture),
        Route(
            .post, "/settings", .updatePhoneSettings, "changes settings of the phone",
            body: .needed(settings), .ok(PhoneReplies.settings.shape), isPhone: true,
            work: Sandbox.updatePhoneSettings),
        Route(
            .get, "/sandbox/camera/{requestId}", .getCameraFrame,
            "answers the camera in the frame of a detection", .ok(PhoneReplies.camera.shape), isOwn: true,
            isPhone: true, work: Sandbox.getCameraFrame),
        Route(
            .get, "/sandbox/objects", .listTrueObjects, "lists the objects with their true places",
            .ok(PhoneReplies.objects.shape), isOwn: true, isPhone: true, work: Sandbox.listTrueObjects),
    ]

    private static let detection = Record("DetectionRequest", [.init("requestId", .string(.requestID))])

    private static let settings = Record(
        "PhoneSettings",
        [
            .init("selectedModel", .segment, isRequired: false),
            .init("confidenceThreshold", .share, isRequired: false),
            .init("iouThreshold", .share, isRequired: false),
            .init("targetFPS", .amount(1...240), isRequired: false),
            .init("isScanning", .flag, isRequired: false),
        ])
}
